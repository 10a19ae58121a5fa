"""Matches told again from their logs, and checked against the rules."""
