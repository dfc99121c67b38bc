-- What the owner of an expense states in place of a receipt that they don't have (C8.028).
ALTER TABLE expense_report_lines
  ADD COLUMN missing_receipt_reason text CHECK (missing_receipt_reason IN ('lost', 'not_issued', 'other')),
  ADD COLUMN missing_receipt_note text CHECK (length(missing_receipt_note) BETWEEN 1 AND 500),
  ADD COLUMN missing_receipt_signed_at timestamptz,
  ADD CONSTRAINT expense_report_lines_missing_receipt CHECK (
    num_nulls(missing_receipt_reason, missing_receipt_note, missing_receipt_signed_at) IN (0, 3)
  );
