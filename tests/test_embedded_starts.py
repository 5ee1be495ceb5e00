"""First starts of the embedded server: cut short, many at once, by any user, in any directory."""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from embedded_clusters import (
    OPTIONS,
    ask,
    command,
    environment,
    installed,
    layout,
    pid_of,
    run,
    said,
)

from worker.errors import UsageError
from worker.store.embedded import Cluster

NOBODY = 65534
NAMELESS = 54321

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="not root, whom PostgreSQL refuses")


@pytest.fixture(scope="module")
def first_binaries() -> Path:
    """For what no version of PostgreSQL has a say in."""
    found = installed()
    if not found:
        pytest.skip("no PostgreSQL is installed: nothing was shown")
    return found[0].folder


@pytest.fixture(params=installed(), ids=lambda found: found.version)
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "data", binaries=request.param.folder, options=OPTIONS)
    yield cluster
    cluster.reset()


@pytest.fixture
def first(first_binaries: Path, tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "data", binaries=first_binaries, options=OPTIONS)
    yield cluster
    cluster.reset()


def as_uid(uid: int) -> tuple[str, ...]:
    """Makes a command run as that uid, which still owns our files."""
    if os.geteuid() != 0:
        pytest.skip("not root, so the other tests ran as a user already")
    prefix = ("unshare", "--user", f"--map-user={uid}", f"--map-group={uid}", "--")
    if shutil.which("unshare") is None or subprocess.run([*prefix, "true"]).returncode:
        pytest.skip("no user namespaces here: nothing was shown of a user who is not root")
    return prefix


def modes_above(path: Path) -> dict[Path, int]:
    return {folder: folder.stat().st_mode for folder in path.parents}


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def kill_first_start(cluster: Cluster, kill: Callable[[int, int], None]) -> None:
    """Kill a first start while its initdb is at work."""
    place = layout(cluster)
    line = command(cluster, "start")
    with subprocess.Popen(line, env=environment(), start_new_session=True) as starting:
        wait_until((place.staged / "PG_VERSION").exists)
        kill(starting.pid, signal.SIGKILL)
    assert place.staged.exists()
    assert not place.data.exists()


def results_at_once(cluster: Cluster, many: int) -> set[str]:
    """What that many commands print that start the cluster all at once, and look at it."""
    line = command(cluster, "start", "status")
    all_of_them = [
        subprocess.Popen(line, env=environment(), stdout=subprocess.PIPE, text=True)
        for _ in range(many)
    ]
    results = {one.communicate(timeout=60)[0] for one in all_of_them}
    assert [one.returncode for one in all_of_them] == [0] * many
    return results


def test_a_first_start_killed_with_its_initdb_is_made_good_by_the_next(first: Cluster) -> None:
    kill_first_start(first, os.killpg)
    assert ask(first.start(), "select 1") == 1
    assert not layout(first).staging.exists()


def test_a_first_start_killed_alone_has_the_next_wait_for_its_initdb(first: Cluster) -> None:
    kill_first_start(first, os.kill)
    assert ask(first.start(), "select 1") == 1
    assert not layout(first).staging.exists()


def test_six_commands_at_once_on_a_new_directory_share_one_server(first: Cluster) -> None:
    assert results_at_once(first, 6) == {f"{first.url()}\n{first.status()}\n"}


def test_two_commands_at_once_on_a_new_directory_share_one_server(fresh: Cluster) -> None:
    assert results_at_once(fresh, 2) == {f"{fresh.url()}\n{fresh.status()}\n"}


@root_only
def test_root_opens_no_closed_folder_on_the_way(tmp_path: Path, first_binaries: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    before = modes_above(closed / "home") | modes_above(first_binaries / "pg_ctl")
    cluster = Cluster(closed / "home" / "data", binaries=first_binaries, options=OPTIONS)
    try:
        assert ask(cluster.start(), "select 1") == 1
        assert {folder: folder.stat().st_mode for folder in before} == before
    finally:
        cluster.reset()


def test_a_user_who_is_not_root_has_the_whole_of_it(fresh: Cluster) -> None:
    line = command(fresh, "uid", "start", "start", "stop", "reset", prefix=as_uid(NOBODY))
    assert said(line) == [str(NOBODY), fresh.url(), fresh.url(), "True", "None"]
    assert not layout(fresh).data.exists()


def test_a_user_without_a_name_has_the_whole_of_it(first: Cluster) -> None:
    line = command(first, "uid", "start", "start", "stop", "reset", prefix=as_uid(NAMELESS))
    assert said(line) == [str(NAMELESS), first.url(), first.url(), "True", "None"]
    assert not layout(first).data.exists()


@root_only
def test_without_user_namespaces_root_runs_it_as_another_user() -> None:
    # The last one found is the machine's own, which every user can run.
    binaries = installed()[-1].folder
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder) / "data", binaries=binaries, options=OPTIONS)
        done = run(command(cluster, "start"), PATH="/nowhere")
        if "cannot reach" in done.stderr:
            pytest.skip(f"{binaries} is closed to every user but root")
        assert done.stdout.split() == [cluster.url()], done.stderr
        try:
            assert Path(f"/proc/{pid_of(cluster)}").stat().st_uid != 0
            assert (cluster.stop(), cluster.start()) == (True, cluster.url())
        finally:
            cluster.reset()


@root_only
def test_without_user_namespaces_a_closed_folder_is_refused_and_stays_closed(
    first: Cluster,
) -> None:
    directory = layout(first).data
    before = modes_above(directory)
    done = run(command(first, "start"), PATH="/nowhere")
    assert "UsageError: PostgreSQL refuses to run as root" in done.stderr
    assert "Run reflection-worker as an ordinary user" in done.stderr
    assert modes_above(directory) == before
    assert not directory.exists()


@pytest.mark.parametrize("name", ["long" * 30, "a, b: 'c' %d?"], ids=["long", "odd"])
def test_a_path_that_no_socket_can_have_gets_a_short_private_folder(
    tmp_path: Path, first_binaries: Path, name: str
) -> None:
    cluster = Cluster(tmp_path / name, binaries=first_binaries, options=OPTIONS)
    folder = layout(cluster).socket_folder
    try:
        assert ask(cluster.start(), "select 1") == 1
        assert len(os.fsencode(folder)) < 80
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert said(command(cluster, "start"), TMPDIR=str(tmp_path)) == [cluster.url()]
    finally:
        cluster.reset()
    assert not folder.exists()


def test_a_path_that_a_shell_would_expand_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="without quotes, dollar signs"):
        Cluster(tmp_path / "$(touch x)").start()
    assert list(tmp_path.iterdir()) == []


def test_a_socket_folder_that_somebody_else_made_first_is_refused(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / ("long" * 30))
    folder = layout(cluster).socket_folder
    folder.symlink_to(tmp_path)
    try:
        with pytest.raises(UsageError, match="not a private folder of ours"):
            cluster.url()
    finally:
        folder.unlink()


@pytest.mark.parametrize("act", [Cluster.start, Cluster.reset])
def test_a_directory_that_is_not_ours_is_left_alone(
    tmp_path: Path, act: Callable[[Cluster], object]
) -> None:
    (tmp_path / "letter").write_text("dear")
    (tmp_path / "PG_VERSION").write_text("15")
    with pytest.raises(UsageError, match="was not made by reflection-worker"):
        act(Cluster(tmp_path))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["PG_VERSION", "letter"]


def test_a_reset_stops_the_server_and_takes_all_but_the_turns_of_commands(first: Cluster) -> None:
    first.start()
    pid = pid_of(first)
    first.reset()
    assert list(layout(first).data.parent.iterdir()) == [layout(first).turn]
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    assert state.stdout[:1] in ("", "Z")
