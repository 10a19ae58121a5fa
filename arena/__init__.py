"""The contest: matches, tournaments, metrics, boards, replays and the command line. Nothing imports the arena."""
