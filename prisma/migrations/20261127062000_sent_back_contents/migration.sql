-- What a report held when it was sent back, so that its approver is shown what has changed since.
ALTER TABLE expense_report_events
  ADD COLUMN contents jsonb CHECK (jsonb_typeof(contents) = 'object'),
  ADD CONSTRAINT expense_report_events_contents CHECK (contents IS NULL OR event = 'decline');
