"""Many matches: what is to be played, who plays it, and where it is kept."""
