-- Passwords on the files of reports: sealed, because they encrypt a file later.
ALTER TABLE report_runs
  ADD COLUMN protected boolean NOT NULL DEFAULT false,
  -- Only until the file is written.
  ADD COLUMN password bytea CHECK (octet_length(password) BETWEEN 36 AND 108),
  ADD CONSTRAINT report_runs_protected CHECK (password IS NULL OR (protected AND file_id IS NULL));

ALTER TABLE report_schedules
  ADD COLUMN password bytea CHECK (octet_length(password) BETWEEN 36 AND 108);
