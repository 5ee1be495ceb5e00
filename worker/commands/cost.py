"""What was spent, in one line for people."""

from worker.terminal import counted


def cost(requests: int, tokens_in: int, tokens_cached: int, tokens_out: int, usd: float) -> str:
    """2 requests, 1,000 (90% from the cache) + 30 tokens, 0.2500 USD."""
    share = f" ({tokens_cached / tokens_in:.0%} from the cache)" if tokens_cached else ""
    tokens = f"{tokens_in:,}{share} + {tokens_out:,} tokens"
    return f"{counted(requests, 'request')}, {tokens}, {usd:.4f} USD"
