"""How fast the house is, measured in one run so that every figure has its peers beside it."""
