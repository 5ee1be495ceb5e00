"""Eight workers and three products at once, some workers killed: nothing is lost or doubled."""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from threading import Event, Semaphore
from time import monotonic
from typing import Any

import psycopg
import pytest
from product import LONG_AGO, add_message, claim, commit, fold, loaded, memory_of, one
from psycopg import IsolationLevel
from waiting import Connection

USERS, THREADS, WORKERS, PRODUCTS = 400, 2000, 8, 3
CLAIMS, KILLS = 1500, 20
SECONDS = 58.0
LEASE = "2 seconds"
ZONES = ["UTC", "Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati", "UTC+3", ""]

FILL = """
insert into chat.users (id, timezone)
select 'user ' || n, 'UTC' from generate_series(0, %(users)s - 1) n;
insert into chat.threads (id, user_id)
select 'thread ' || n, 'user ' || n %% %(users)s from generate_series(0, %(threads)s - 1) n;
insert into chat.messages (id, thread_id, role, content, created_at)
select format('%%s-%%s', n, turn), 'thread ' || n, (array['assistant', 'user'])[turn %% 2 + 1],
       format('I like %%s in %%s.', turn, n), %(at)s + turn * interval '1 min'
  from generate_series(0, %(threads)s - 1) n, generate_series(1, 4) turn
"""
BLOCKED = """
with waiting as materialized (
  select pid, query
    from pg_stat_activity
   where application_name = 'product' and wait_event_type = 'Lock' and wait_event <> 'extend'
)
select waiting.query, worker.query
  from waiting
  join pg_stat_activity worker on worker.pid = any (pg_blocking_pids(waiting.pid))
 where worker.application_name = 'worker'
"""
# A claim without an end is live until its lease is over, unless its thread went before that.
OVERLAPS = """
with held as (
  select l.claim_id, l.user_id, l.started_at,
         coalesce(l.ended_at, l.started_at + %(lease)s::interval - interval '50 ms') as until
    from reflection.claim_log l
   where l.ended_at is not null
      or exists (select from chat.threads t where t.id = l.thread_id)
)
select count(*)
  from held one
  join held other
    on other.user_id = one.user_id
   and other.claim_id <> one.claim_id
   and other.started_at >= one.started_at
   and other.started_at < one.until
"""
ELIGIBLE = """
with eligible as (
  select m.id, m.thread_id, m.role, reflection.message_hash(m.role, m.content) as content_hash
    from chat.messages m
   where 1 < (select count(*) from chat.messages by_user
               where by_user.thread_id = m.thread_id and by_user.role = 'user')
)
"""
MUST_BE_NONE = {
    "messages not covered as they are": ELIGIBLE
    + """
select count(*)
  from eligible m
  left join reflection.coverage c
    on c.thread_id = m.thread_id and c.message_id = m.id and c.current
 where c.content_hash is distinct from m.content_hash
""",
    "messages of the user without exactly one live observation": ELIGIBLE
    + """
select count(*)
  from eligible m
 where m.role = 'user'
   and 1 <> (
     select count(*)
       from reflection.observation_sources s
       join reflection.observations o on o.id = s.observation_id
      where s.thread_id = m.thread_id
        and s.message_id = m.id
        and s.content_hash = m.content_hash
        and o.stale_at is null
   )
""",
    "observations that cite what is gone, or was edited, and are not stale": """
select count(*)
  from reflection.observation_sources s
  join reflection.observations o on o.id = s.observation_id
  left join chat.messages m on m.id = s.message_id and m.thread_id = s.thread_id
 where m.id is null
    or o.stale_at is null and s.content_hash <> reflection.message_hash(m.role, m.content)
""",
    "coverage of what is gone": """
select count(*)
  from reflection.coverage c
 where not exists (select from chat.messages m where m.id = c.message_id)
""",
    "claim rows without a thread, and threads without a claim row": """
select count(*)
  from reflection.claims c
  full join chat.threads t on t.id = c.thread_id
 where t.id is null
    or c.thread_id is null and exists (select from chat.messages m where m.thread_id = t.id)
""",
    "claims still live, threads still due": """
select count(*)
  from reflection.claims c
 where c.claim_id is not null
    or c.given_up_at is not null
    or c.eligible_at is not null and c.user_messages = 2
""",
    "arrivals": "select count(*) from reflection.arrivals",
}


@dataclass
class Hammer:
    """What the threads of one run share."""

    url: str
    started: float = field(default_factory=monotonic)
    enough: Event = field(default_factory=Event)
    claimed: list[Any] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    turns: Semaphore = field(default_factory=lambda: Semaphore(0))
    pids: dict[int, int] = field(default_factory=dict)

    def in_time(self) -> bool:
        assert monotonic() - self.started < SECONDS, f"not done in {SECONDS} s: {self.counts}"
        return True

    def connect(self, name: str) -> Connection:
        return psycopg.connect(self.url, autocommit=True, application_name=name)

    def work(self, number: int, clock: datetime | None = None) -> None:
        """Reflect until it is enough, or with a clock, until nothing is left; survive kills."""
        while self.in_time():
            try:
                with self.connect("worker") as worker:
                    self.pids[number] = worker.info.backend_pid
                    worker.execute(
                        "select set_config('reflection.fake_now', %s, false)",
                        (clock.isoformat() if clock else "",),
                    )
                    self.reflect(worker, until_empty=clock is not None)
                    return
            except psycopg.OperationalError as error:
                if error.sqlstate not in (None, "57P01"):
                    raise
                self.counts["killed"] += 1

    def reflect(self, worker: Connection, *, until_empty: bool) -> None:
        while self.in_time() and (until_empty or not self.enough.is_set()):
            self.turns.release()
            fold(worker)
            claimed = claim(worker, p_lease=LEASE, p_max_attempts=1000)
            if claimed is None:
                self.counts["found nothing"] += 1
                if until_empty and not one(worker, "select count(*) from reflection.live_claims"):
                    return
                continue
            self.claimed.append(claimed.claim_id)
            memory = memory_of(loaded(worker, claimed))
            if not until_empty and len(self.claimed) % 50 == 0:
                self.counts["left behind"] += 1
                continue
            kept = commit(worker, claimed, memory)
            self.counts["committed" if kept else "claim lost"] += 1

    def write(self, number: int) -> None:
        """Change threads of one product's own users, a few changes a transaction."""
        random = Random(number)
        threads = [f"thread {n}" for n in range(THREADS) if n % USERS % PRODUCTS == number]
        with self.connect("product") as product:
            for change in count():
                # As many changes as attempts to claim, so that they meet all along the run.
                while not self.turns.acquire(timeout=1):
                    self.in_time()
                if len(self.claimed) > CLAIMS:
                    return
                product.isolation_level = random.choice(
                    [IsolationLevel.READ_COMMITTED, IsolationLevel.REPEATABLE_READ]
                )
                with product.transaction():
                    for part in range(random.randint(1, 3)):
                        self.change(product, random, threads, f"{number}.{change}.{part}")

    def change(self, product: Connection, random: Random, threads: list[str], new: str) -> None:
        # Some threads change often, and an edit and a delete are of the same message.
        thread_id = threads[int(len(threads) * random.random() ** 3)]
        one_of_them = """
            id = (select id from chat.messages where thread_id = %s order by md5(id) limit 1)
        """
        kind = random.choices(
            ["insert", "edit", "delete", "zone", "delete thread"], [40, 25, 20, 5, 2]
        )[0]
        self.counts[f"product: {kind}"] += 1
        if kind == "insert":
            at = LONG_AGO + timedelta(minutes=random.randint(0, 600))
            add_message(
                product,
                new,
                thread_id,
                random.choice(["user", "assistant"]),
                f"I like {new} best.",
                random.choice([at, datetime.now(UTC)]),
            )
        elif kind == "edit":
            product.execute(
                f"update chat.messages set content = %s where {one_of_them}",
                (f"I like {new} more.", thread_id),
            )
        elif kind == "delete":
            product.execute(f"delete from chat.messages where {one_of_them}", (thread_id,))
        elif kind == "zone":
            product.execute(
                """
                update chat.users set timezone = %s
                 where id = (select user_id from chat.threads where id = %s)
                """,
                (random.choice(ZONES), thread_id),
            )
        else:
            product.execute("delete from chat.threads where id = %s", (thread_id,))
            threads.remove(thread_id)


@pytest.fixture
def hammer(database_url: str) -> Iterator[Hammer]:
    run = Hammer(database_url)
    with run.connect("filler") as filler, psycopg.ClientCursor(filler) as cursor:
        cursor.execute(FILL, {"users": USERS, "threads": THREADS, "at": LONG_AGO})
    yield run
    sys.stdout.write(f"{monotonic() - run.started:.1f} s, {dict(run.counts)}\n")


def watch(run: Hammer, writing: list[Future[None]], watcher: Connection) -> list[Any]:
    """Kill a worker now and then until the products are done; which of them waited for workers."""
    random = Random(0)
    blocked: list[Any] = []
    while wait(writing, timeout=0.02).not_done:
        blocked += watcher.execute(BLOCKED).fetchall()
        run.counts["looks"] += 1
        if len(run.claimed) > run.counts["kills"] * CLAIMS / KILLS:
            run.counts["kills"] += 1
            watcher.execute(
                "select pg_terminate_backend(%s)", (random.choice(list(run.pids.values())),)
            )
    return blocked


def test_eight_workers_and_three_products_lose_nothing_and_double_nothing(hammer: Hammer) -> None:
    with ThreadPoolExecutor(WORKERS + PRODUCTS) as threads, hammer.connect("watcher") as watcher:
        working = [threads.submit(hammer.work, number) for number in range(WORKERS)]
        writing = [threads.submit(hammer.write, number) for number in range(PRODUCTS)]
        blocked = watch(hammer, writing, watcher)
        hammer.enough.set()
        for ended in (*writing, *working):
            ended.result()

        later = datetime.now(UTC) + timedelta(days=2)
        for ended in [threads.submit(hammer.work, n, later) for n in range(WORKERS)]:
            ended.result()

        assert blocked == []
        assert hammer.counts["killed"] > 0
        assert len(set(hammer.claimed)) == len(hammer.claimed)
        assert one(watcher, OVERLAPS, {"lease": LEASE}) == 0
        assert {what: one(watcher, query) for what, query in MUST_BE_NONE.items()} == dict.fromkeys(
            MUST_BE_NONE, 0
        )
