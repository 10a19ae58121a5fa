"""Trained policies run by numpy alone, and the bridge that lets any agent of the roster sit in a learning environment."""
