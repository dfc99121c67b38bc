-- What the type of an expense asks, and what its owner has said (C9.025). A charge has the type that is proposed for its
-- merchant category until its owner chooses one.
ALTER TABLE expense_report_lines
  ADD COLUMN details jsonb NOT NULL DEFAULT '{}' CONSTRAINT expense_report_lines_details CHECK (
    jsonb_typeof(details) = 'object'
    AND details - '{attendees,purpose,location,from,to,nights,odometer,vehicle,vendor,tax,project,unnamed,value}'::text[]
      = '{}'),
  DROP CONSTRAINT expense_report_lines_kind,
  ADD CONSTRAINT expense_report_lines_kind CHECK (CASE WHEN transaction_id IS NULL
    THEN posting_date IS NULL AND num_nulls(spent_on, merchant, expense_type_id, expense_type, amount, description) = 0
    ELSE posting_date IS NOT NULL AND num_nonnulls(spent_on, merchant, amount, description) = 0
      AND num_nulls(expense_type_id, expense_type) IN (0, 2) END);
