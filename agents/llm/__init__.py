"""Language models in a seat: endpoints, prompts, calls, reading of replies, memory and accounting."""
