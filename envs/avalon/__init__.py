"""Avalon with its expansions: rules over a flat state, numbers only. Words live in ``prompts``."""
