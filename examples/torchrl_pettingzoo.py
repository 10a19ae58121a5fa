"""TorchRL over the Parallel environment: all seats in one group, masked random play, and a masked policy module.

    python examples/torchrl_pettingzoo.py --game trusis --steps 200

Needs the extra ``train``. Seats that die in the game stay agents, so that TorchRL's fixed groups hold to the end of a match.
"""

import argparse
import warnings

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs import check_env_specs
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.modules import MaskedCategorical

import envs

GROUP = "seats"


def wrapped(game: str, players: int) -> PettingZooWrapper:
    """The Parallel environment as TorchRL knows it: one group, the mask beside the observation."""
    env = envs.make(f"{game}_v0", "parallel_env", players=players, talk="none", lang=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return PettingZooWrapper(
            env, use_mask=False, group_map={GROUP: list(env.possible_agents)}, categorical_actions=True, done_on_any=False
        )


class MaskedPolicy(nn.Module):
    """Shared by all seats: a small MLP whose logits are masked, then sampled."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, 64), nn.Tanh(), nn.Linear(64, actions))

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return MaskedCategorical(logits=self.body(observation.float()), mask=mask.bool()).sample()


def rollout(game: str = "trusis", players: int = 5, steps: int = 200, seed: int = 1) -> TensorDict:
    """``steps`` steps of masked play, dealt anew when a match ends; checks the wrapper's specs first."""
    torch.manual_seed(seed)
    env = wrapped(game, players)
    check_env_specs(wrapped(game, players), check_dtype=True)
    shown = env.observation_spec[GROUP]
    policy = TensorDictModule(
        MaskedPolicy(shown["observation", "observation"].shape[-1], shown["action_mask"].shape[-1]),
        in_keys=[(GROUP, "observation", "observation"), (GROUP, "action_mask")],
        out_keys=[(GROUP, "action")],
    )
    return env.rollout(steps, policy, break_when_any_done=False)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="trusis", choices=list(envs.GAMES))
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    data = rollout(**vars(parser.parse_args()))
    print(data)
    print("matches ended:", int(data["next", "done"].sum()))
