"""What every game shares: records, linking, events, actions, seeds and tables. No rule of any game lives here."""
