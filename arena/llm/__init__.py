"""Language models and the arena: the fake endpoint, the probe of endpoints, runs of many matches in one process."""
