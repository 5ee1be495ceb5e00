"""Work done aside, in a thread of its own, which whoever asked for it can stop waiting for."""

from collections.abc import Callable
from threading import Event, Thread

from worker.errors import DependencyFailed


class Aside:
    """What `work` came to. The thread ends with the process, whatever it waits for by then."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.error: BaseException | None = None
        self._work = work
        self._ended = Event()
        self._thread = Thread(target=self._run, name="model", daemon=True)

    @property
    def ended(self) -> bool:
        return self._ended.is_set()

    def wait(self, seconds: float) -> bool:
        """Begin it, and say whether it ended within so many seconds; a signal breaks in.

        Raises DependencyFailed where the machine has no thread left.
        """
        try:
            self._thread.start()
        except RuntimeError as error:
            raise DependencyFailed(
                "No thread can be started: the machine is at a limit."
            ) from error
        return self._ended.wait(max(seconds, 0.0))

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self.error = error
        finally:
            self._ended.set()
