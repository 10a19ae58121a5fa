"""Numbers from logs: folds over matches, intervals, and the ledger of what was said. Nothing here plays or renders."""
