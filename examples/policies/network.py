"""The policy network in PyTorch, for training. ``agents.policy.network`` runs the same weights with numpy."""

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor, nn

from agents.policy.encoding import Encoding, Moves
from agents.policy.network import EXTRA, ROUNDS

FORBIDDEN = -1e9
SPEECH_TRUST, CHOICE_TRUST = 7.5, 4.5


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
        self.general = nn.Linear(width, len(moves.general_names) + EXTRA)
        self.by_seat = nn.Linear(width, len(moves.seat_names))
        self.context_to_seats = nn.Linear(width, len(moves.seat_names), bias=False)
        self.value = nn.Linear(width, 1)
        with torch.no_grad():  # it begins by taking advice nine times in ten
            for head in (self.general, self.by_seat, self.context_to_seats):
                head.weight *= 0.1
            self.general.bias[-EXTRA:] = torch.tensor([0.0, SPEECH_TRUST, CHOICE_TRUST])

    def forward(self, overall: Tensor, seats: Tensor, pairs: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """(general, by_seat, extra, value), as ``agents.policy.network.Scores``."""
        overall = torch.relu(self.overall(overall))
        x = torch.relu(self.seats(seats) + self.overall_to_seats(overall)[:, None])
        for number in range(ROUNDS):
            x = self.exchange(number, x, pairs)
        context = torch.relu(self.context(torch.cat([x.mean(1), overall], 1)))
        general = self.general(context)
        by_seat = self.by_seat(x) + self.context_to_seats(context)[:, None]
        return general[:, :-EXTRA], by_seat, general[:, -EXTRA:], self.value(context)[:, 0]

    def exchange(self, number: int, x: Tensor, pairs: Tensor) -> Tensor:
        """One round of messages between all pairs of seats."""
        said, heard = self.speaker[number](x)[:, :, None], self.hearer[number](x)[:, None]
        message = torch.relu(said + heard + self.pair[number](pairs))
        around = self.around[number](x.mean(1))[:, None]
        return torch.relu(x + self.received[number](message.mean(1)) + self.sent[number](message.mean(2)) + around)


class Heads(nn.Module):
    """From scores to two masked distributions: speech and choice, each with the advised one; speech also with silence."""

    def __init__(self, moves: Moves) -> None:
        super().__init__()
        for name in ("general", "first", "second", "is_talk", "is_used"):
            self.register_buffer(name, torch.as_tensor(getattr(moves, name)))

    def forward(self, scores: tuple[Tensor, ...], mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities: speech (B, A + 2), its last two silence and advice; choice (B, A + 1), its last advice."""
        general, by_seat, extra, _ = scores
        zero = torch.zeros(len(mask), 1)
        flat = torch.cat([by_seat.flatten(1), zero], 1)
        logits = torch.cat([general, zero], 1)[:, self.general] + flat[:, self.first] + flat[:, self.second]
        legal = mask.bool() & self.is_used
        talk = torch.cat([logits.masked_fill(~(legal & self.is_talk), FORBIDDEN), extra[:, :2]], 1)
        choice = torch.cat([logits.masked_fill(~(legal & ~self.is_talk), FORBIDDEN), extra[:, 2:]], 1)
        return torch.log_softmax(talk, 1), torch.log_softmax(choice, 1)


def numpy_weights(network: Network) -> Mapping[str, np.ndarray]:
    """The weights as ``agents.policy.network.Network`` takes them."""
    return {name: tensor.detach().numpy() for name, tensor in network.state_dict().items()}
