"""A PostgreSQL server of our own, for when no DATABASE_URL is set."""

from worker.store.embedded.cluster import Cluster, ServerStatus

__all__ = ["Cluster", "ServerStatus"]
