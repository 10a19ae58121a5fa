"""The game Trusis: 14 roles, three teams, days and nights (rules.md Part A)."""
