"""Self-play PPO in plain PyTorch on ``make_vec``: one shared policy plays every seat of every game.

    python examples/self_play_ppo.py --game avalon --updates 60

Needs the extra ``train``. Each seat's turns are one trajectory: values and advantages never cross seats. Prints, before and
after, how the policy's side does against random players in the compiled one-seat batch.
"""

import argparse

import numpy as np
import torch
from torch import nn

import envs
from envs.vector_seat import SeatVector

GAMES, STEPS, CLIP, LAMBDA, ENTROPY = 128, 256, 0.2, 0.95, 0.01


class Policy(nn.Module):
    """An MLP over scaled observations with masked logits."""

    def __init__(self, features: int, actions: int, high: np.ndarray) -> None:
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(np.maximum(high, 1), dtype=torch.float32))
        self.body = nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.actor, self.critic = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        x = self.body(observation / self.scale)
        logits = self.actor(x).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(x)[:, 0]


class SelfPlay:
    """Collects turns of all seats and improves the one policy they share."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.vec = envs.make_vec(f"{game}_v0", GAMES, players=players, talk="none")
        self.judge: SeatVector = envs.make_seat_vec(f"{game}_v0", 512, players=players, talk="none", opponents="random")
        self.policy = Policy(self.vec.n_features, self.vec.n_actions, self.judge.single_observation_space.high)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), 5e-4)
        self.turn = self.vec.reset(seed=seed)

    @torch.no_grad()
    def collect(self) -> dict[str, torch.Tensor]:
        """``STEPS`` turns of every game, with the place in time at which each seat acts again."""
        rows: dict[str, list[torch.Tensor]] = {key: [] for key in ("observation", "mask", "action", "log_prob", "value")}
        seats, rewards, ends = [], [], []
        for _ in range(STEPS):
            observation = torch.from_numpy(self.turn.observation).float()
            mask = torch.from_numpy(self.turn.mask).bool()
            chances, value = self.policy(observation, mask)
            action = chances.sample()
            seats.append(self.turn.seat)
            self.turn = self.vec.step(action.numpy())
            for key, part in zip(rows, (observation, mask, action, chances.log_prob(action), value), strict=True):
                rows[key].append(part)
            rewards.append(self.turn.rewards)
            ends.append(self.turn.terminated | self.turn.truncated)
        batch = {key: torch.stack(parts) for key, parts in rows.items()}
        gained, known = advantages(batch["value"].numpy(), np.array(seats), np.array(rewards), np.array(ends))
        batch |= {"gained": torch.from_numpy(gained), "known": torch.from_numpy(known)}
        return {key: part.flatten(0, 1) for key, part in batch.items()}

    def improve(self, batch: dict[str, torch.Tensor], epochs: int = 4, size: int = 2048) -> None:
        """PPO over the turns whose future is known."""
        use = batch["known"].nonzero()[:, 0]
        goal = batch["gained"] + batch["value"]
        gained = (batch["gained"] - batch["gained"][use].mean()) / (batch["gained"][use].std() + 1e-8)
        for _ in range(epochs):
            for part in use[torch.randperm(len(use))].split(size):
                chances, value = self.policy(batch["observation"][part], batch["mask"][part])
                ratio = (chances.log_prob(batch["action"][part]) - batch["log_prob"][part]).exp()
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
                gain = torch.min(ratio * gained[part], clipped * gained[part]).mean()
                loss = 0.5 * (value - goal[part]).square().mean() - gain - ENTROPY * chances.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                self.optimizer.step()

    @torch.no_grad()
    def strength(self, steps: int = 150) -> float:
        """Mean result of one policy seat among random players."""
        observation, info = self.judge.reset(seed=0)
        results: list[float] = []
        for _ in range(steps):
            chances, _ = self.policy(torch.from_numpy(observation).float(), torch.from_numpy(info["action_mask"]).bool())
            observation, gains, terminated, truncated, info = self.judge.step(chances.sample().numpy())
            results += gains[terminated | truncated].tolist()
        return float(np.mean(results))


def advantages(value: np.ndarray, seats: np.ndarray, rewards: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Generalized advantages (T, N) seat by seat, and whether a turn's future is known within the batch.

    Going back in time, each seat of each game remembers the value and the advantage of its next turn; the end of a match
    gives every seat its reward and forgets the rest.
    """
    games, count = np.arange(value.shape[1]), rewards.shape[2]
    ahead, gain = np.zeros((2, len(games), count), np.float32)
    known = np.zeros((len(games), count), bool)
    gained, is_known = np.zeros_like(value), np.zeros(value.shape, bool)
    for t in reversed(range(len(value))):
        over = ends[t]
        ahead[over], gain[over], known[over] = rewards[t][over], 0, True
        at = games, seats[t]
        gain[at] = ahead[at] - value[t] + LAMBDA * gain[at]
        gained[t], is_known[t] = gain[at], known[at]
        ahead[at] = value[t]
    return gained, is_known


def learn(game: str = "avalon", players: int = 5, updates: int = 60, seed: int = 1) -> tuple[float, float]:
    """(strength before, after) ``updates`` rounds of self-play."""
    play = SelfPlay(game, players, seed)
    before = play.strength()
    for _ in range(updates):
        play.improve(play.collect())
    return before, play.strength()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="avalon", choices=list(envs.GAMES))
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    before, after = learn(**vars(parser.parse_args()))
    print(f"mean result of one seat among random players: before {before:+.3f}, after {after:+.3f}")
