"""A run: how it is ended in the history, and what the shell is told."""

from contextlib import suppress
from typing import Any

import pytest
from structlog.testing import capture_logs

from worker.errors import DependencyFailed, Interrupted
from worker.records import StopReason, Summary
from worker.run import exit_code, run

SAID = "my locker code is 4417"
DOWN = DependencyFailed("the database cannot be reached")


@pytest.mark.parametrize(
    ("reason", "signal_number", "code"),
    [
        *((reason, None, 0) for reason in ("empty", "cap", "budget", "spend_cap")),
        ("cap", 15, 0),
        ("error", None, 1),
        ("interrupted", 2, 130),
        ("interrupted", 15, 143),
    ],
)
def test_the_exit_code_says_whether_it_drained_broke_or_was_stopped(
    reason: str, signal_number: int | None, code: int
) -> None:
    assert exit_code(Summary(stop_reason=StopReason(reason)), signal_number) == code


def ended(work: Summary | BaseException, finish: Any = None) -> list[Any]:
    """How a run whose work ends like this is written into the history."""
    rows: list[Any] = []

    class ListRuns:
        def finish(self, run_id: int, told: dict[str, Any], success: bool, why: StopReason) -> None:
            rows.append((run_id, success, why.value))
            if finish:
                raise finish

    def working() -> Summary:
        if isinstance(work, BaseException):
            raise work
        return work

    with suppress(RuntimeError, DependencyFailed, KeyboardInterrupt, Interrupted):
        assert run(ListRuns(), 7, working) == work
    return rows


@pytest.mark.parametrize("finish", [None, DOWN])
def test_a_run_is_ended_in_the_history_whatever_its_work_raises(finish: Any) -> None:
    with capture_logs() as said:
        assert ended(RuntimeError(SAID), finish) == [(7, False, "error")]
        assert ended(DOWN, finish) == [(7, False, "error")]
        assert ended(KeyboardInterrupt(), finish) == [(7, False, "error")]
        assert ended(Interrupted(15), finish) == [(7, True, "interrupted")]
    assert SAID not in repr(said)


@pytest.mark.parametrize("reason", StopReason)
def test_a_run_is_a_success_unless_an_error_stopped_it(reason: StopReason) -> None:
    assert ended(Summary(stop_reason=reason)) == [(7, reason != "error", reason.value)]
