"""The words of Trusis: what must be said (``vocabulary``) and one folder for each language."""
