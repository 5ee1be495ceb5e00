"""The embedded server, for real: made, started, stopped, killed, and lied to by its own files."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from embedded_clusters import OPTIONS, ask, command, installed, layout, pid_of, said

from worker.errors import DependencyFailed, UsageError
from worker.store.embedded import Cluster
from worker.store.embedded.binaries import Binaries, find_binaries
from worker.store.embedded.layout import LOG_LIMIT_BYTES


@pytest.fixture(scope="module", params=installed(), ids=lambda found: found.version)
def binaries(request: pytest.FixtureRequest) -> Path:
    found: Binaries = request.param
    return found.folder


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
def sleeper(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A living process of ours that has the server's name and is not the server."""
    program = tmp_path / "postgres"
    program.symlink_to(shutil.which("sleep") or "/bin/sleep")
    with subprocess.Popen(["sleep", "600"], executable=program) as process:
        yield process
        assert process.poll() is None, "somebody ended a stranger"
        process.kill()


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
