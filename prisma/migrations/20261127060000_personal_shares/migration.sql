-- What of a card charge was personal: the cardholder owes it. At most the charge, which the command compares.
ALTER TABLE expense_report_lines
  ADD COLUMN personal_amount numeric(19, 4) CHECK (personal_amount > 0),
  ADD CONSTRAINT expense_report_lines_personal CHECK (personal_amount IS NULL OR transaction_id IS NOT NULL);
