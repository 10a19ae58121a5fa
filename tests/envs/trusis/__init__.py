"""Tests of the Trusis rulebook: tables of rules.md Part A and reported failures."""
