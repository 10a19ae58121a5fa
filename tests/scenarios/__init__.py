"""Scenario tests: one rule, one seating string, a few named actions, expected events."""
