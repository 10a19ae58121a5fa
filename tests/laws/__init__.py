"""Laws that every game of the house obeys, and the machinery that plays matches for them."""
