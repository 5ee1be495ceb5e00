"""The judge: which words are secrets, and that no memory holds one."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import THREAD, accepted, proposal

from worker.judge import judge
from worker.judge.secrets import redact
from worker.judge.wording import LONGEST

# Put together here, so that no scanner takes this file for a leak.
HEX = "0123456789abcdef" * 4
MIXED = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7" * 3


@pytest.mark.parametrize(
    "key",
    [
        "sk-test-FAKE0123456789abcdef",
        "sk-ant-api03-" + MIXED[:40],
        "sk-proj-" + MIXED[:40],
        "sk_live_" + MIXED[:24],
        "rk_test_" + MIXED[:24],
        "whsec_" + MIXED[:32],
        "gsk_" + MIXED[:40],
        *(f"gh{kind}_{MIXED[:36]}" for kind in "pousr"),
        "github_pat_" + MIXED[:22],
        "glpat-" + MIXED[:20],
        "gldt-" + MIXED[:20],
        "xoxb-123456789012-" + MIXED[:24],
        "xapp-1-" + MIXED[:24],
        "AKIAIOSFODNN7EXAMPLE",
        "ASIA" + "Z" * 16,
        "AIza" + MIXED[:35],
        "GOCSPX-" + MIXED[:28],
        "ya29." + MIXED[:40],
        "SG." + MIXED[:22] + "." + MIXED[:43],
        "SK" + HEX[:32],
        "npm_" + MIXED[:36],
        "pypi-" + MIXED[:60],
        "hf_" + MIXED[:34],
        "dop_v1_" + HEX,
        "shpat_" + HEX[:32],
        "sq0atp-" + MIXED[:22],
        "key-" + HEX[:32],
        HEX[:32] + "-us14",
        "123456789:AA" + MIXED[:33],
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123",
        "AGE-SECRET-KEY-1" + MIXED[:58].upper(),
        "-----BEGIN RSA PRIVATE KEY----- MIIE -----END RSA PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY----- b3BlbnNzaC1r",
        "378282246310005",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "4111.1111.1111.1111",
        "４１１１ １１１１ １１１１ １１１１",
        "٤١١١ ١١١١ ١١١١ ١١١١",
        "5555555555554444",
        "6011111111111117",
        "3530111333300000",
        "123-45-6789",
        "900101-1234567",
    ],
)
def test_a_secret_is_known_by_its_shape(key: str) -> None:
    assert redact(key) == "[secret]"
    assert redact(f"use {key}") == "use [secret]"
    if "BEGIN" not in key:
        assert redact(f"use {key}, please") == "use [secret], please"
        assert redact(f'"{key}"') == '"[secret]"'


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a -----BEGIN RSA PRIVATE KEY----- MIIE -----END RSA PRIVATE KEY----- b", "a [secret] b"),
        ("Authorization: Bearer abcdef0123456789abcd", "Authorization: Bearer [secret]"),
        ("Authorization: Basic dXNlcjpodW50ZXIyMTIz", "Authorization: Basic [secret]"),
        ("x-api-key: hunter2hunter", "x-api-key: [secret]"),
        ("postgres://me:hunter2@db/x", "postgres://[secret]@db/x"),
        ("postgres://me:p@ss@db/x", "postgres://[secret]@db/x"),
        ("redis://:hunter2@cache:6379", "redis://[secret]@cache:6379"),
        ("https://kim:hunter2@example.com/", "https://[secret]@example.com/"),
        ("Server=db;User Id=me;Password=hunter2;", "Server=db;User Id=me;Password=[secret];"),
        ("AccountName=a;AccountKey=abc/def+12==;", "AccountName=a;AccountKey=[secret];"),
        ("https://a.example/x?sig=abcdef123&y=1", "https://a.example/x?sig=[secret]&y=1"),
        (
            "https://hooks.slack.com/services/T00000000/B00000000/abcdefabcdef",
            "https://hooks.slack.com/services/[secret]",
        ),
        ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "AWS_SECRET_ACCESS_KEY=[secret]"),
        ('{"db_password": "hunter2"}', '{"db_password": [secret]}'),
        ("my password is hunter2 and I live in Oslo", "my password is [secret] and I live in Oslo"),
        ("the password for the wifi is hunter2.", "the password for the wifi is [secret]."),
        ("Password: 'correct horse battery'", "Password: [secret]"),
        ("password=hunter2", "password=[secret]"),
        ("password is " + "x1" * 300, "password is [secret]"),
        ("my passphrase is correct horse battery staple", "my passphrase is [secret]"),
        (
            "my passphrase is correct horse battery staple, and I live in Oslo",
            "my passphrase is [secret], and I live in Oslo",
        ),
        ("mi contraseña es hunter2", "mi contraseña es [secret]"),
        ("contraseña: tortuga", "contraseña: [secret]"),
        ("mein Passwort ist hunter2", "mein Passwort ist [secret]"),
        ("Passwort für das WLAN: geheim12", "Passwort für das WLAN: [secret]"),
        ("mon mot de passe est hunter2", "mon mot de passe est [secret]"),
        ("비밀번호는 hunter2야", "비밀번호는 [secret]야"),
        ("비번: hunter2", "비번: [secret]"),
        ("パスワードはhunter2です", "パスワードは[secret]です"),
        ("密码是hunter2", "密码是[secret]"),
        ("my PIN is 4711", "my PIN is [secret]"),
        ("the door code is 4711#", "the door code is [secret]#"),
        ("OTP: 123456", "OTP: [secret]"),
        (
            "my seed phrase is " + " ".join(["apple", "river", "stone"] * 4) + ".",
            "my seed phrase is [secret].",
        ),
        ("card 4111 1111 1111 1111 ok", "card [secret] ok"),
        ("2 of 1234 4111 1111 1111 1111 5", "2 of 1234 [secret] 5"),
    ],
)
def test_a_secret_is_known_by_what_stands_before_it(text: str, kept: str) -> None:
    assert redact(text) == kept
    assert redact(kept) == kept


@pytest.mark.parametrize(
    "text",
    [
        "My password is too weak",
        "the password is stored in vault",
        "password reset is done",
        "my password manager is Bitwarden",
        "my password is not written down",
        "la contraseña es muy débil",
        "das Passwort ist zu schwach",
        "비밀번호는 변경했어",
        "the token limit is 4000",
        "my token budget is 20000 a day",
        "sk-learn-compatible-estimators-only",
        "order 4111111111111112 is late",
        "order 1234567890123456 is late",
        "at 1700000000000 ms",
        "isbn 978-3-16-148410-0",
        "isbn 9783161484100",
        "call 010-1234-5678",
        "call +1 415-555-0132",
        "IBAN DE89 3704 0044 0532 0130 00",
        "commit 0f343b0931126a20f133d67c2b018a3b1a2b3c4d broke it",
        "uuid d9428888-122b-11e1-b85c-61cd3cbb3210",
        "the bearer of responsibilities-and-duties",
        "I use risk-adjusted-return-2024-models",
        "The secret is patience",
        "the key is to practise",
        "API keys are rotated monthly",
        "See https://example.com/a:b@c",
        "https://example.com/?page=2&sort=name",
        "version 1.2.3.4 of 2026-11-30",
        "my pin collection is large",
        "the access code review is on Monday",
        "000-12-3456 is no such number",
        "sg.example.com is my site",
        "npm install works",
    ],
)
def test_what_only_looks_like_a_secret_is_left(text: str) -> None:
    assert redact(text) == text


def test_no_secret_reaches_an_observation() -> None:
    kept = accepted(proposal("User: remember my key\nsk-test-FAKE0123456789abcdef")).content
    assert kept == 'User said: "remember my key [secret]"'
    folded = "User: keep\n-----BEGIN PRIVATE KEY-----\nMIIE\nabcd\n-----END PRIVATE KEY-----\nsafe"
    assert accepted(proposal(folded)).content == "User: keep [secret] safe"


_SECRETS = st.sampled_from(
    [
        "sk-test-FAKE0123456789abcdef",
        "ghp_" + MIXED[:36],
        "4111 1111 1111 1111",
        "123-45-6789",
        "password is hunter2hunter2",
        "postgres://me:hunter2hunter2@db",
        "passphrase: 'correct horse battery staple hunter2hunter2'",
        "-----BEGIN PRIVATE KEY----- hunter2hunter2",
    ]
)
_LEAKS = ("FAKE0123", MIXED[:20], "1111 1111", "45-6789", "hunter2hunter2")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40), _SECRETS, st.text(max_size=40))
def test_whatever_stands_around_a_secret_it_goes(before: str, secret: str, after: str) -> None:
    text = redact(f"{before} {secret} {after}")
    assert not any(leak in text for leak in _LEAKS)
    assert redact(text) == text


@pytest.mark.parametrize(
    "secret", ["ghp_" + MIXED[:36], "password is hunter2hunter2x", "4111 1111 1111 1111"]
)
@pytest.mark.parametrize("around", [LONGEST, 4 * LONGEST])
def test_no_part_of_a_secret_is_left_where_a_content_is_cut(secret: str, around: int) -> None:
    """Wherever the cut falls inside a secret, what comes before it must not be half of it."""
    for shift in range(-50, 20, 7):
        padding = ("word " * (around // 5 + 20))[: around + shift]
        for content in (f"User: {padding} {secret} end", f"{padding} {secret} " + "end " * 3_000):
            for kept in judge([proposal(content)], THREAD).accepted:
                assert not any(part in kept.content for part in ("ghp_", "hunter2", "4111"))


@pytest.mark.parametrize(
    ("secret", "part"),
    [
        ("ghp_" + MIXED[:36], "gh"),
        ("4111 1111 1111 1111", "4111"),
        ("password: 'correct horse battery staple'", "correct"),
    ],
)
def test_a_secret_behind_a_long_one_is_not_split_by_the_cut(secret: str, part: str) -> None:
    """A key of 35 kB shrinks to a word, so that the end of what was read comes into the content."""
    pem = "-----BEGIN PRIVATE KEY----- " + "MIIE " * 7_000 + "-----END PRIVATE KEY-----"
    before = f"User: I live in Oslo {'and so on ' * 100}{pem} "
    for read in range(1, len(secret), 3):
        content = before + ("x " * 5_000)[: 4 * LONGEST - len(before) - read]
        (kept,) = judge([proposal(f"{content}{secret} {'end ' * 500}")], THREAD).accepted
        assert kept.content.startswith("User: I live in Oslo")
        assert part not in kept.content
        assert "MIIE" not in kept.content


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=string.ascii_lowercase + " ,.'", max_size=80))
def test_plain_words_without_a_name_for_a_secret_are_left(text: str) -> None:
    if not any(
        word in text for word in ("pass", "pwd", "clave", "key", "token", "senha", "phrase")
    ):
        assert redact(text) == text
