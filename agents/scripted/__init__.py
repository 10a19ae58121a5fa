"""Minds that follow fixed rules: no model, no training, no network."""
