"""Minds: scripted, trained, or a language model; all speak through ``agents.agent``."""
