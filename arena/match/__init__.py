"""One match: who plays it, how seats are asked, what is written down."""
