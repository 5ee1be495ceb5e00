"""Installs what pyproject.toml asks for as requirements.lock pins it, and nothing else of the lock.

`install.py build` brings what builds the project, `install.py run` what it needs to run, and
`install.py run bedrock` what that extra needs as well: not the tools of development and not the
embedded Postgres, which the same lock holds. Every file is
checked against its hash before it is read, and what a package needs in turn is then read from the
package itself, so no index has a say in what is installed. Only wheels are: nothing is executed.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

# The packaging library is not installed yet; pip, which installs, carries it.
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

PROJECT = Path("pyproject.toml")
LOCK = Path("requirements.lock")


def asked(what: str, extras: Sequence[str]) -> list[Requirement]:
    """What pyproject.toml names for building or for running, with these of its extras."""
    said = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    names = {"build": said["build-system"]["requires"], "run": said["project"]["dependencies"]}
    offered = said["project"].get("optional-dependencies", {})
    if unknown := sorted(set(extras) - offered.keys()):
        sys.exit(f"no such extra: {', '.join(unknown)}; there are {', '.join(sorted(offered))}")
    more = (name for extra in extras for name in offered[extra])
    return [Requirement(name) for name in (*names[what], *more)]


def locked(lock: str) -> dict[str, str]:
    """The lines of each package in a lock."""
    entries = re.findall(r"(?m)^[\w.-]+==.*\n(?: .*\n)*", lock)
    return {canonicalize_name(entry.partition("==")[0]): entry for entry in entries}


def needs(requirement: Requirement) -> Iterator[Requirement]:
    """What an installed package needs here, with the extras it was asked for with."""
    for line in metadata.requires(requirement.name) or ():
        need = Requirement(line)
        extras = requirement.extras or {""}
        if need.marker is None or any(need.marker.evaluate({"extra": one}) for one in extras):
            yield need


def install(entries: Iterable[str]) -> None:
    """Install exactly these, each checked against its hashes."""
    wanted = Path("wanted.lock")
    wanted.write_text("".join(entries), encoding="utf-8")
    options = ("--require-hashes", "--no-deps", "--only-binary=:all:", "--no-compile", "--quiet")
    pip("install", *options, "--requirement", str(wanted))


def pip(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)  # noqa: S603 - our own words


def main() -> None:
    entries = locked(LOCK.read_text(encoding="utf-8"))
    wanted, seen = asked(sys.argv[1], sys.argv[2:]), set[str]()
    while wanted:
        names = {canonicalize_name(one.name) for one in wanted}
        if missing := names - entries.keys():
            sys.exit(f"requirements.lock lacks {', '.join(sorted(missing))}: run make lock")
        install(entries[name] for name in sorted(names))
        seen |= {str(one) for one in wanted}
        wanted = [need for one in wanted for need in needs(one) if str(need) not in seen]
    pip("check")


if __name__ == "__main__":
    main()
