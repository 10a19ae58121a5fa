"""The scripted mind of Trusis: notes, guesses, and what follows from them by day, by night and in words."""
