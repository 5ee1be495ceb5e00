"""Making a cluster: beside its place, then moved there whole, for a killed initdb leaves ruins."""

from pathlib import Path

from worker.errors import DependencyFailed
from worker.store.embedded.account import account_to_make, last_line
from worker.store.embedded.binaries import Binaries
from worker.store.embedded.layout import Layout

_PATIENCE_SECONDS = 300


def make_cluster(layout: Layout, binaries: Binaries, turn: int, *, synced: bool) -> None:
    """Make a cluster where there is none. The turn is held as long as initdb lives."""
    initdb = binaries.program("initdb")
    account = account_to_make(layout.data.parent, initdb)
    for locale in ("C.UTF-8", "C"):
        layout.make_staging(account.uid, account.gid)
        command = _command(initdb, layout.staged, locale, synced=synced)
        # Should we be killed, initdb goes on alone, and must not find its successor's files there.
        done = account.run(command, timeout=_PATIENCE_SECONDS, pass_fds=[turn])
        if done.returncode == 0:
            layout.finish()
            return
        layout.discard_staging()
        # Not every libc has C.UTF-8. Text is UTF-8 and sorts by its bytes under either name.
        if "invalid locale" not in done.stdout:
            break
    raise DependencyFailed(
        f"initdb could not make a cluster in {layout.data.parent}: {last_line(done.stdout)} "
        "See to that and try again, or set DATABASE_URL to a server that runs already."
    )


def _command(initdb: Path, directory: Path, locale: str, *, synced: bool) -> list[str]:
    command = [str(initdb), "--pgdata", str(directory), "--username=postgres", "--auth=trust"]
    command += ["--encoding=UTF8", f"--locale={locale}", "--no-instructions"]
    return command if synced else [*command, "--no-sync"]
