"""Tests of the house; the tree mirrors the code."""
