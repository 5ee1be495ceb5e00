"""Settings: named once, documented, refused when they cannot be used, and never a secret shown."""

import re
import string
from dataclasses import fields
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from psycopg.conninfo import make_conninfo

from worker.errors import UsageError
from worker.settings import Settings, all_settings, masked, read_settings

NAMES = [setting.metadata["variable"] for setting in all_settings()]
SECRET = "S3cr3t-7f1b"

# What a system hands over as its environment: no NUL, and a name without "=".
values = st.text(st.characters(exclude_characters="\0"), max_size=30)
names = st.one_of(
    st.sampled_from(NAMES),
    st.text(string.ascii_uppercase + "_", max_size=12).map("REFLECTION_".__add__),
    st.text(st.characters(exclude_characters="\0="), min_size=1, max_size=12),
)
odd = st.sampled_from(["nan", "inf", "-1", "0", "1e400", "9" * 5000, " 5 ", "5.0", "٥", "true"])
passwords = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=20).map(
    lambda text: f"{SECRET}{text}{SECRET}"
)


def test_every_setting_is_documented_with_its_default(root: Path) -> None:
    page = (root / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = {
        cells[1].strip(" `"): cells for line in page.splitlines() if (cells := line.split("|"))[1:]
    }
    assert [name for name in NAMES if name not in rows] == []
    assert [name for name in rows if name.startswith("REFLECTION_") and name not in NAMES] == []
    for setting in all_settings():
        default = setting.default
        if isinstance(default, int | float):
            documented = rows[setting.metadata["variable"]][2].strip(" `")
            assert documented == f"{default:g}" or float(documented) == default


def test_every_setting_has_a_name_a_meaning_and_a_type_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES) == len(fields(Settings))
    for setting in all_settings():
        assert re.fullmatch(
            "DATABASE_URL|(ANTHROPIC|REFLECTION)_[A-Z_]+", setting.metadata["variable"]
        )
        assert setting.metadata["meaning"].endswith(".")


def test_nothing_set_and_everything_set_to_nothing_give_the_defaults() -> None:
    assert read_settings({}) == Settings()
    assert read_settings(dict.fromkeys(NAMES, " ")) == Settings()


def test_a_setting_is_read_as_what_it_is() -> None:
    read = read_settings(
        {
            "REFLECTION_MAX_THREADS": "7",
            "REFLECTION_CLAIM_SECONDS": "0.5",
            "REFLECTION_TRIGGER": "cron",
            "PATH": "/usr/bin",
        }
    )
    assert read == Settings(max_threads=7, claim_seconds=0.5, trigger="cron")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REFLECTION_MAX_THREADS", "0"),
        ("REFLECTION_MAX_THREADS", "five"),
        ("REFLECTION_MAX_THREADS", "1.5"),
        ("REFLECTION_CLAIM_SECONDS", "-1"),
        ("REFLECTION_DAILY_USD", "1e30"),
        ("REFLECTION_USER_DAILY_TOKENS", "100000000000000000000"),
        ("REFLECTION_CLAIM_SECONDS", "nan"),
        ("REFLECTION_LEASE_SECONDS", "inf"),
        ("REFLECTION_MAX_ATTEMPTS", "0"),
        ("REFLECTION_CHUNK_TOKENS", "1"),
        ("REFLECTION_ENGINE", "RULES"),
        ("REFLECTION_TRIGGER", "hourly"),
        ("REFLECTION_LOG_LEVEL", "loud"),
        ("REFLECTION_LOG_FORMAT", "xml"),
    ],
)
def test_a_bad_value_is_refused_with_its_name_and_what_there_is(name: str, value: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_settings({name: value})
    told = str(refused.value)
    assert f"{name} cannot be {value!r}" in told
    assert all(known in told for known in NAMES)


def test_every_problem_is_told_at_once_and_a_slip_of_the_pen_is_guessed() -> None:
    with pytest.raises(UsageError) as refused:
        read_settings({"REFLECTION_MAX_TREADS": "5", "REFLECTION_ENGINE": "?", "REFLECTION_": "1"})
    told = str(refused.value)
    assert "REFLECTION_MAX_TREADS is no setting; did you mean REFLECTION_MAX_THREADS?" in told
    assert "REFLECTION_ENGINE cannot be '?'" in told
    assert "REFLECTION_ is no setting" in told


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(names, values | odd, max_size=6), passwords)
def test_any_environment_gives_settings_or_a_usage_error_without_the_secrets(
    environment: dict[str, str], password: str
) -> None:
    environment = {**environment, "DATABASE_URL": f"postgresql://u:{password}@h/d"}
    told = ""
    try:
        assert read_settings(environment).database_url == environment["DATABASE_URL"]
    except UsageError as refused:
        told = str(refused)
    assert SECRET not in told


def unseen(text: str) -> bool:
    shown = masked(text)
    return SECRET not in shown and "***" in shown


@settings(max_examples=200, deadline=None)
@given(passwords)
@example(f"{SECRET}@:/?#[]&{SECRET}")
def test_no_password_of_a_url_is_shown_and_the_rest_is(password: str) -> None:
    encoded = quote(password, safe="")
    shown = masked(f"postgresql://ann:{encoded}@db.example:5433/app?sslmode=require")
    assert shown == "postgresql://ann:***@db.example:5433/app?sslmode=require"
    for url in (
        f"postgresql://:{encoded}@/app?host=/tmp",
        f"postgres://db/app?password={encoded}&user=ann",
        f"postgresql://db/app?user=ann&password={encoded}",
        f"postgresql://ann:{encoded}@a:1,b:2/app",
        f"postgresql://ann:{encoded}@[::1]:5432/app",
    ):
        assert unseen(url)


@settings(max_examples=200, deadline=None)
@given(passwords)
@example(f"{SECRET} it\\'s ://{SECRET}")
def test_no_password_of_a_connection_string_is_shown(password: str) -> None:
    assert unseen(make_conninfo(host="db", user="ann", password=password))
    assert unseen(make_conninfo(host="db", sslpassword=password, dbname="app"))


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}/x@db/app",
        f"postgresql://ann:{SECRET}#x@db/app",
        f"postgresql://ann:x?{SECRET}@db/app",
        f"postgresql://ann:[{SECRET}@db/app",
        f"postgresql://db/app?sslmode=require&sslpassword={SECRET}",
        f"host=db password = {SECRET}",
        f"host=db password='a {SECRET}",
    ],
)
def test_no_password_is_shown_of_what_only_looks_like_a_url(url: str) -> None:
    assert unseen(url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann@db/app",
        "postgresql://db:5432,other:5433/app?sslmode=require",
        "postgresql:///app?host=/tmp",
        "host=db dbname=app",
        "",
    ],
)
def test_a_url_without_a_password_is_shown_as_it_is(url: str) -> None:
    assert masked(url) == url
