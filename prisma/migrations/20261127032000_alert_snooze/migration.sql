-- The day on which a snoozed alert watches again.
ALTER TABLE spending_alerts ADD COLUMN snoozed_until date;
