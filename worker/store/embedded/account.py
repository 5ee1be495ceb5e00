"""Under which account PostgreSQL's programs run, since they refuse root."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from worker.errors import DependencyFailed, UsageError

# Nothing of the caller's: a stray PGDATA, PGPORT or LC_ALL must not decide how the server runs.
_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}

_REMEDY = (
    "Run reflection-worker as an ordinary user, or set REFLECTION_DATA_DIR to a folder that "
    "this account can reach (and install PostgreSQL where it can), or set DATABASE_URL to a "
    "server that runs already."
)


@dataclass(frozen=True, slots=True)
class Account:
    """Ourselves, ourselves under another name (a prefix), or another user (a uid)."""

    name: str
    prefix: tuple[str, ...] = ()
    uid: int | None = None
    gid: int | None = None

    def run(
        self,
        command: Sequence[str | Path],
        *,
        timeout: float,
        detached: bool = False,
        pass_fds: Collection[int] = (),
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end; detached, it and what it starts do not get our Ctrl-C."""
        try:
            return subprocess.run(  # noqa: S603 - our own arguments, without a shell
                [*self.prefix, *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                timeout=timeout,
                env=_ENVIRONMENT,
                cwd="/",
                start_new_session=detached,
                pass_fds=tuple(pass_fds),
                user=self.uid,
                group=self.gid,
                extra_groups=None if self.uid is None else [],
            )
        except subprocess.TimeoutExpired as error:
            raise DependencyFailed(
                f"{command[0]} did not finish within {timeout:.0f} seconds: "
                "see whether the disk is full or the machine overloaded, then try again."
            ) from error
        except OSError as error:
            raise DependencyFailed(
                f"{command[0]} could not be run ({error.strerror}): reinstall PostgreSQL."
            ) from error

    def reaches(self, folder: Path, program: Path) -> bool:
        """Whether this account can enter the folder and run the program: tried, not worked out."""
        script = 'cd "$1" && exec "$2" --version'
        try:
            tried = self.run(["/bin/sh", "-c", script, "sh", folder, program], timeout=30)
        except DependencyFailed:
            return False
        return tried.returncode == 0


def last_line(output: str) -> str:
    """The last thing a program said, which is where PostgreSQL's programs say what was wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing."


def account_to_make(folder: Path, program: Path) -> Account:
    """The account that is to own a new cluster in this folder."""
    ourselves = _ourselves()
    if ourselves is not None:
        return ourselves
    renamed = _renamed()
    if renamed is not None and renamed.reaches(folder, program):
        return renamed
    if os.geteuid() != 0:
        raise UsageError(
            f"PostgreSQL refuses to run as uid {os.geteuid()}, which has no name on this machine: "
            "add it to /etc/passwd, or set DATABASE_URL to a server that runs already."
        )
    other = _other_user()
    if other is None:
        raise UsageError(f"PostgreSQL refuses to run as root, and no user is left. {_REMEDY}")
    if not other.reaches(folder, program):
        raise _unreachable(other, folder, program)
    return other


def account_of(directory: Path, program: Path) -> Account:
    """The account that owns an existing cluster, the only one PostgreSQL lets run it."""
    owner = directory.stat()
    if owner.st_uid == os.geteuid() != 0:
        return Account(f"uid {owner.st_uid}")
    if os.geteuid() != 0:
        raise UsageError(
            f"{directory} belongs to uid {owner.st_uid}: run as that user, or set "
            "REFLECTION_DATA_DIR to a folder of your own."
        )
    account: Account | None
    if owner.st_uid == 0:
        account = _renamed()
    else:
        account = Account(f"uid {owner.st_uid}", uid=owner.st_uid, gid=owner.st_gid)
    if account is None or not account.reaches(directory, program):
        raise _unreachable(account, directory, program)
    return account


def _ourselves() -> Account | None:
    uid = os.geteuid()
    if uid == 0:
        return None
    try:
        return Account(pwd.getpwuid(uid).pw_name)
    except KeyError:
        # A container's made-up uid: initdb looks its name up, and gives up without one.
        return None


def _renamed() -> Account | None:
    """Ourselves, seen as nobody from inside a user namespace: files stay ours, no folder opens.

    It still has to be tried: containers often forbid it, and busybox has an
    unshare that cannot.
    """
    unshare = shutil.which("unshare")
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        return None
    if unshare is None:
        return None
    names = (f"--map-user={nobody.pw_uid}", f"--map-group={nobody.pw_gid}")
    return Account("nobody in a user namespace", (unshare, "--user", *names, "--"))


def _other_user() -> Account | None:
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(name, uid=entry.pw_uid, gid=entry.pw_gid)
    return None


def _unreachable(account: Account | None, folder: Path, program: Path) -> UsageError:
    return UsageError(
        f"PostgreSQL refuses to run as root, and {account.name if account else 'nobody'} "
        f"cannot reach {folder} or run {program}. {_REMEDY}"
    )
