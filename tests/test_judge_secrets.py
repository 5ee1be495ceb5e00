"""The judge: which words are secrets, and that no memory holds one."""

import pytest
from proposals import accepted, proposal

from worker.judge.secrets import redact


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("key sk-test-FAKE0123456789abcdef ok", "key [secret] ok"),
        ("sk-ant-api03-AbCdEf0123456789", "[secret]"),
        ("use ghp_0123456789abcdefghijABCDEFGHIJ012345", "use [secret]"),
        ("AKIAIOSFODNN7EXAMPLE is it", "[secret] is it"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123", "[secret]"),
        ("a -----BEGIN RSA PRIVATE KEY----- MIIE -----END RSA PRIVATE KEY----- b", "a [secret] b"),
        ("a -----BEGIN PRIVATE KEY----- MIIE", "a [secret]"),
        ("Authorization: Bearer abcdef0123456789abcd", "Authorization: Bearer [secret]"),
        ("postgres://me:hunter2@db/x", "postgres://[secret]@db/x"),
        ("my password is hunter2 and I live in Oslo", "my password is [secret] and I live in Oslo"),
        ("the password for the wifi is hunter2.", "the password for the wifi is [secret]."),
        ("Password: 'correct horse battery'", "Password: [secret]"),
        ("password=hunter2", "password=[secret]"),
        ("비밀번호는 hunter2야", "비밀번호는 [secret]야"),
        ("비번: hunter2", "비번: [secret]"),
        ("my PIN is 4711", "my PIN is [secret]"),
        ("card 4111 1111 1111 1111 ok", "card [secret] ok"),
        ("card 4111-1111-1111-1111", "card [secret]"),
        ("378282246310005", "[secret]"),
        ("2 of 1234 4111 1111 1111 1111 5", "2 of 1234 [secret] 5"),
    ],
)
def test_a_secret_is_replaced(text: str, kept: str) -> None:
    assert redact(text) == kept
    assert redact(kept) == kept


@pytest.mark.parametrize(
    "text",
    [
        "My password is too weak",
        "the password is stored in vault",
        "password reset is done",
        "비밀번호는 변경했어",
        "sk-learn-compatible-estimators-only",
        "order 4111111111111112 is late",
        "at 1700000000000 ms",
        "call 010-1234-5678",
        "the bearer of responsibilities-and-duties",
        "I use risk-adjusted-return-2024-models",
        "The secret is patience",
        "See https://example.com/a:b@c",
    ],
)
def test_what_only_looks_like_a_secret_is_left(text: str) -> None:
    assert redact(text) == text


def test_no_secret_reaches_an_observation() -> None:
    kept = accepted(proposal("User: remember my key\nsk-test-FAKE0123456789abcdef")).content
    assert kept == 'User said: "remember my key [secret]"'
