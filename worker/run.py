"""A run: one tick from its first row in the history to its last."""

from collections.abc import Callable
from typing import Any, Protocol

from worker import log
from worker.errors import DependencyFailed, Interrupted, ThreadFailed
from worker.jsonable import as_jsonable
from worker.records import StopReason, Summary

EXIT_DRAINED = 0
EXIT_ERROR = 1
EXIT_USAGE = 2


class Runs(Protocol):
    """The run history."""

    def finish(
        self, run_id: int, summary: dict[str, Any], success: bool, why: StopReason
    ) -> None: ...


def run(runs: Runs, run_id: int, work: Callable[[], Summary]) -> Summary:
    """Do the work of a run that has been started, and write its end whatever happens."""
    with log.bound(run_id=run_id):
        log.get().info("run.started")
        try:
            summary = work()
        except BaseException as error:
            stopped = StopReason.INTERRUPTED if isinstance(error, Interrupted) else StopReason.ERROR
            _finish(runs, run_id, Summary(stop_reason=stopped))
            raise
        _finish(runs, run_id, summary)
        log.get().info("run.finished", **as_jsonable(summary))
        return summary


def _finish(runs: Runs, run_id: int, summary: Summary) -> None:
    why = summary.stop_reason or StopReason.ERROR
    try:
        runs.finish(run_id, as_jsonable(summary), why is not StopReason.ERROR, why)
    except (DependencyFailed, ThreadFailed) as error:
        # The history shows a run that died; the exit code tells the rest.
        log.get().error("run.unfinished", error=str(error))


def exit_code(summary: Summary, signal_number: int | None) -> int:
    """0 drained, 1 stopped by an error, 128 + the signal when interrupted after a clean release."""
    if summary.stop_reason is StopReason.INTERRUPTED:
        return 128 + (signal_number or 15)
    return EXIT_ERROR if summary.stop_reason is StopReason.ERROR else EXIT_DRAINED
