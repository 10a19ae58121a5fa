"""Language models against the fake endpoint: prompts, calls, misbehaviour, accounts."""
