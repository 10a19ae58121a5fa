"""The policy network in PyTorch, for training. ``agents.policy.network`` runs the same weights with numpy."""

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor, nn

from agents.policy.network import ROUNDS, Encoded


class Network(nn.Module):
    """Inputs as of ``Encoded``; ``width`` numbers per seat; ``roles`` outputs per seat."""

    def __init__(self, overall: int, seats: int, pairs: int, roles: int, width: int = 48) -> None:
        super().__init__()
        self.overall = nn.Linear(overall, width)
        self.seats = nn.Linear(seats, width)
        self.overall_to_seats = nn.Linear(width, width, bias=False)
        self.speaker = nn.ModuleList(nn.Linear(width, width) for _ in range(ROUNDS))
        self.hearer = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(ROUNDS))
        self.pair = nn.ModuleList(nn.Linear(pairs, width, bias=False) for _ in range(ROUNDS))
        self.received = nn.ModuleList(nn.Linear(width, width) for _ in range(ROUNDS))
        self.sent = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(ROUNDS))
        self.around = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(ROUNDS))
        self.context = nn.Linear(2 * width, width)
        self.roles = nn.Linear(width, roles)
        self.context_to_roles = nn.Linear(width, roles, bias=False)

    def forward(self, overall: Tensor, seats: Tensor, pairs: Tensor) -> Tensor:
        """(B, n, K) logits, as ``agents.policy.network.Network.logits``."""
        overall = torch.relu(self.overall(overall))
        x = torch.relu(self.seats(seats) + self.overall_to_seats(overall)[:, None])
        for number in range(ROUNDS):
            x = self.exchange(number, x, pairs)
        context = torch.relu(self.context(torch.cat([x.mean(1), overall], 1)))
        return self.roles(x) + self.context_to_roles(context)[:, None]

    def exchange(self, number: int, x: Tensor, pairs: Tensor) -> Tensor:
        """One round of messages between all pairs of seats."""
        said, heard = self.speaker[number](x)[:, :, None], self.hearer[number](x)[:, None]
        message = torch.relu(said + heard + self.pair[number](pairs))
        around = self.around[number](x.mean(1))[:, None]
        return torch.relu(x + self.received[number](message.mean(1)) + self.sent[number](message.mean(2)) + around)


def network_for(encoded: Encoded, roles: int, width: int) -> Network:
    """A fresh network that fits these inputs."""
    overall, seats, pairs = (part.shape[-1] for part in encoded)
    return Network(overall, seats, pairs, roles, width)


def numpy_weights(network: Network) -> Mapping[str, np.ndarray]:
    """The weights as ``agents.policy.network.Network`` takes them."""
    return {name: tensor.detach().numpy() for name, tensor in network.state_dict().items()}
