"""Records of calls for the trace. A prompt is kept as what differs from the one before it; ``unfold`` gives it whole."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from agents.agent import AgentFault, Request
from agents.llm.capability import Message
from agents.llm.client import Call
from agents.llm.reading import Taken


def record_of(
    call: Call,
    messages: Sequence[Message],
    before: Sequence[Message],
    request: Request,
    taken: Taken | None,
    fault: AgentFault | None,
) -> dict[str, Any]:
    """One call as plain values. ``prompt``: messages, each with ``same``, the number of characters that it shares with the
    message in the same place of the prompt before, and the ``rest``; ``digest`` stands for the whole prompt."""
    done = call.completion
    record: dict[str, Any] = {
        "model": call.model,
        "endpoint": call.endpoint,
        "kind": request.kind,
        "mode": call.mode,
        "seed": call.seed,
        "prompt": folded(messages, before),
        "digest": digest_of(messages),
        "completion": done.text if done else None,
        "finish": done.finish if done else None,
        "tokens_in": done.tokens_in if done else None,
        "tokens_out": done.tokens_out if done else None,
        "tokens_estimated": call.estimate,
        "cost": call.cost,
        "latency_ms": call.latency_ms,
        "requests": call.requests,
        "cache": call.cache,
    }
    record.update(_rare(call, taken, fault))
    return record


def _rare(call: Call, taken: Taken | None, fault: AgentFault | None) -> dict[str, Any]:
    rare: dict[str, Any] = {}
    thoughts = [part for part in (call.completion.reasoning if call.completion else "", taken.reasoning if taken else "") if part]
    if thoughts:
        rare["reasoning"] = "\n".join(thoughts)
    if call.warnings:
        rare["warnings"] = list(call.warnings)
    if fault is not None:
        rare["fault"] = {"fault": fault.fault, "reason": str(fault)}
    elif call.error:
        rare["error"] = call.error
    return rare


def digest_of(messages: Iterable[Message]) -> str:
    """Sixteen hex digits that stand for a prompt."""
    state = hashlib.blake2b(digest_size=8)
    for message in messages:
        state.update(f"{message['role']}\n{message['content']}\0".encode("utf-8", "surrogatepass"))
    return state.hexdigest()


def folded(messages: Sequence[Message], before: Sequence[Message]) -> list[dict[str, Any]]:
    """``messages`` as what differs from ``before``."""
    rows: list[dict[str, Any]] = []
    for place, message in enumerate(messages):
        content = message["content"]
        same = common_prefix(before[place]["content"], content) if place < len(before) else 0
        rows.append({"role": message["role"], "same": same, "rest": content[same:]})
    return rows


def common_prefix(one: str, other: str) -> int:
    """How many characters two texts share at their beginnings."""
    if one == other:
        return len(one)
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def unfold(records: Iterable[dict[str, Any]]) -> list[list[Message]]:
    """The whole prompts of one seat's calls in one match, in their order."""
    prompts: list[list[Message]] = []
    before: list[Message] = []
    for record in records:
        prompt = [
            {"role": row["role"], "content": (before[place]["content"][: row["same"]] if row["same"] else "") + row["rest"]}
            for place, row in enumerate(record["prompt"])
        ]
        prompts.append(prompt)
        before = prompt
    return prompts
