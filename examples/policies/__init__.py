"""How the shipped policies are trained and measured. Needs the extra ``train``."""
