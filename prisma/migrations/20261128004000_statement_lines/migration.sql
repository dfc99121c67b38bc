-- When the sums of a statement were read: what was booked by then has a line in it. The database's own time, as of bookings.
ALTER TABLE account_statements ADD COLUMN taken_at timestamptz;
UPDATE account_statements SET taken_at = closed_at;
ALTER TABLE account_statements
  ALTER COLUMN taken_at SET DEFAULT statement_timestamp(),
  ALTER COLUMN taken_at SET NOT NULL;
