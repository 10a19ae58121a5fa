"""The scripted mind of Avalon: notes, suspicion over sets of evil seats, and what follows from them at every question."""
