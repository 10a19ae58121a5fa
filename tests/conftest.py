"""Settings shared by all tests: hypothesis runs the same examples everywhere and is never hurried."""

from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
