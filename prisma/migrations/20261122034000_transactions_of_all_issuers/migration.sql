-- The newest transactions of all issuers together, for who sees them all.
CREATE INDEX transactions_posted ON transactions (posting_date, id);
