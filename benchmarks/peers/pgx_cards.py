"""Pgx's card games on the CPU: jit and vmap, uniformly random legal actions, automatic reset, inside one compiled scan."""

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset
from timing import report

ENVS, STEPS = 1024, 300


def stepping(name: str):
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):
        state, key = carry
        key, draw = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(draw, logits, axis=1)
        both = jax.random.split(key, ENVS + 1)
        state = step(state, action, both[1:])
        return (state, both[0]), (state.observation.sum(), state.rewards.sum())

    @jax.jit
    def run(state, key):
        return jax.lax.scan(one, (state, key), None, length=STEPS)

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), ENVS))

    def work() -> int:
        jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
        return STEPS * ENVS

    return work


for name in ("leduc_holdem", "kuhn_poker"):
    report("pgx", f"{name}, {ENVS} games, CPU", stepping(name))
