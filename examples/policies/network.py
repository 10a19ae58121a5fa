"""The policy network in PyTorch, for training. ``agents.policy.network`` runs the same weights with numpy."""

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor, nn

from agents.policy.encoding import Encoding, Moves
from agents.policy.network import ROUNDS

FORBIDDEN = -1e9


class Network(nn.Module):
    """Inputs as of ``Encoding``; ``width`` numbers per seat."""

    def __init__(self, encoding: Encoding, moves: Moves, width: int = 64) -> None:
        super().__init__()
        sizes = encoding.widths
        self.overall = nn.Linear(sizes["overall"], width)
        self.seats = nn.Linear(sizes["seats"], width)
        self.overall_to_seats = nn.Linear(width, width, bias=False)
        self.speaker = nn.ModuleList(nn.Linear(width, width) for _ in range(ROUNDS))
        self.hearer = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(ROUNDS))
        self.pair = nn.ModuleList(nn.Linear(sizes["pairs"], width, bias=False) for _ in range(ROUNDS))
        self.received = nn.ModuleList(nn.Linear(width, width) for _ in range(ROUNDS))
        self.sent = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(ROUNDS))
        self.around = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(ROUNDS))
        self.context = nn.Linear(2 * width, width)
        self.general = nn.Linear(width, len(moves.general_names) + 1)
        self.by_seat = nn.Linear(width, len(moves.seat_names))
        self.context_to_seats = nn.Linear(width, len(moves.seat_names), bias=False)
        self.value = nn.Linear(width, 1)

    def forward(self, overall: Tensor, seats: Tensor, pairs: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """(general, by_seat, silence, value), as ``agents.policy.network.Scores``."""
        overall = torch.relu(self.overall(overall))
        x = torch.relu(self.seats(seats) + self.overall_to_seats(overall)[:, None])
        for number in range(ROUNDS):
            x = self.exchange(number, x, pairs)
        context = torch.relu(self.context(torch.cat([x.mean(1), overall], 1)))
        general = self.general(context)
        by_seat = self.by_seat(x) + self.context_to_seats(context)[:, None]
        return general[:, :-1], by_seat, general[:, -1], self.value(context)[:, 0]

    def exchange(self, number: int, x: Tensor, pairs: Tensor) -> Tensor:
        """One round of messages between all pairs of seats."""
        said, heard = self.speaker[number](x)[:, :, None], self.hearer[number](x)[:, None]
        message = torch.relu(said + heard + self.pair[number](pairs))
        around = self.around[number](x.mean(1))[:, None]
        return torch.relu(x + self.received[number](message.mean(1)) + self.sent[number](message.mean(2)) + around)


class Heads(nn.Module):
    """From scores to the two masked distributions: speech (its last index is silence) and choice."""

    def __init__(self, moves: Moves) -> None:
        super().__init__()
        for name in ("general", "first", "second", "is_talk", "is_used"):
            self.register_buffer(name, torch.as_tensor(getattr(moves, name)))

    def forward(self, scores: tuple[Tensor, ...], mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities (B, A + 1) of speech and (B, A) of choice."""
        general, by_seat, silence, _ = scores
        zero = torch.zeros(len(mask), 1)
        flat = torch.cat([by_seat.flatten(1), zero], 1)
        logits = torch.cat([general, zero], 1)[:, self.general] + flat[:, self.first] + flat[:, self.second]
        legal = mask.bool() & self.is_used
        talk = torch.cat([logits.masked_fill(~(legal & self.is_talk), FORBIDDEN), silence[:, None]], 1)
        choice = logits.masked_fill(~(legal & ~self.is_talk), FORBIDDEN)
        return torch.log_softmax(talk, 1), torch.log_softmax(choice, 1)


def numpy_weights(network: Network) -> Mapping[str, np.ndarray]:
    """The weights as ``agents.policy.network.Network`` takes them."""
    return {name: tensor.detach().numpy() for name, tensor in network.state_dict().items()}
