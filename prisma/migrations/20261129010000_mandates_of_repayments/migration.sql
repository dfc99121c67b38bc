-- The mandate that a personal share was collected by.
ALTER TABLE repayment_entries
  ADD COLUMN mandate_id uuid,
  ADD FOREIGN KEY (issuer_id, mandate_id) REFERENCES sepa_mandates (issuer_id, id),
  ADD CONSTRAINT repayment_entries_collected CHECK (
    mandate_id IS NULL OR (direction = 'debit' AND repayment_id IS NOT NULL));
CREATE INDEX repayment_entries_mandate ON repayment_entries (issuer_id, mandate_id) WHERE mandate_id IS NOT NULL;
