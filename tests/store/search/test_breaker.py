"""The breaker: closed, open, half-open, and back."""

from __future__ import annotations

from store.search.breaker import Breaker, BreakerState
from tests.store.fakes import HandClock


def test_it_opens_after_that_many_failures_in_a_row() -> None:
    breaker = Breaker(failures=3, rest_seconds=5, clock=HandClock().seconds)
    seen = []
    for outcome in ("failed", "failed", "succeeded", "failed", "failed", "failed"):
        assert breaker.allows()
        getattr(breaker, outcome)()
        seen.append(breaker.state)
    assert seen == [BreakerState.CLOSED] * 5 + [BreakerState.OPEN]
    assert not breaker.allows()


def test_after_its_rest_one_call_tries_and_the_others_do_not_wait_for_it() -> None:
    clock = HandClock()
    breaker = Breaker(failures=1, rest_seconds=5, clock=clock.seconds)
    assert breaker.allows()
    breaker.failed()
    clock.move(seconds=4.9)
    assert not breaker.allows()
    clock.move(seconds=0.1)
    assert (breaker.allows(), breaker.allows(), breaker.state) == (True, False, BreakerState.HALF_OPEN)
    breaker.succeeded()
    assert (breaker.allows(), breaker.state) == (True, BreakerState.CLOSED)


def test_a_failed_try_opens_it_for_another_rest_whatever_the_limit() -> None:
    clock = HandClock()
    breaker = Breaker(failures=2, rest_seconds=5, clock=clock.seconds)
    for _ in range(2):
        assert breaker.allows()
        breaker.failed()
    clock.move(seconds=5)
    assert breaker.allows()
    breaker.failed()
    assert (breaker.state, breaker.allows()) == (BreakerState.OPEN, False)
    clock.move(seconds=5)
    assert breaker.allows()
