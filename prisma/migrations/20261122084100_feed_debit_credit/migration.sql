-- A column of debits and one of credits stand together, and in place of one billed amount and of a mark for credits.
ALTER TABLE feed_mappings ADD CONSTRAINT feed_mappings_debit_credit CHECK (
  (layout -> 'fields' ? 'billedDebit') = (layout -> 'fields' ? 'billedCredit')
  AND NOT (layout -> 'fields' ? 'billedDebit' AND layout -> 'fields' ?| ARRAY['billedAmount', 'creditIndicator'])
);
