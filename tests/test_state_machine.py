"""A hundred thousand steps of people, workers and operators: the database stands as the model does.

TEST_MACHINE_STEPS plays more of them, TEST_MACHINE_SEED others. A life that differs is made as
small as it gets, and told step by step.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from time import monotonic

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from model.play import Stage, live
from model.script import KINDS, STATES

PARTS = 4
STEPS = int(os.environ.get("TEST_MACHINE_STEPS", "100000")) // PARTS
SEED = int(os.environ.get("TEST_MACHINE_SEED", "5"))
LIVES = 25
ANY = settings(
    max_examples=LIVES,
    phases=[Phase.generate, Phase.shrink],
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
# The bytes of a choice come out even, and a life is made smaller by taking them to nought.
chunks = st.lists(st.binary(min_size=16, max_size=16), min_size=80, max_size=160)


@pytest.fixture
def stage(database_url: str) -> Iterator[Stage]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield Stage(connection)


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_happens_memory_stands_as_the_model_has_it(stage: Stage, part: int) -> None:
    counts: Counter[str] = Counter()
    started = monotonic()

    @ANY
    @given(chunks)
    def every_life(some: list[bytes]) -> None:
        life = live(some)
        assert stage.difference(life) is None
        counts.update(life.counts)

    rounds = 0
    while sum(counts[kind] for kind in KINDS) < STEPS:
        seed(f"{SEED} {part} {rounds}")(every_life)()
        stage.tidy()
        rounds += 1

    steps = sum(counts[kind] for kind in KINDS)
    told = f"{steps} steps in {monotonic() - started:.1f} s, {dict(counts.most_common())}\n"
    sys.stdout.write(told)
    assert {name for name in (*KINDS, *STATES) if counts[name] < STEPS // 10000} == set()
