"""Tests of the games and their doors."""
