"""The words of Avalon and its expansions."""
