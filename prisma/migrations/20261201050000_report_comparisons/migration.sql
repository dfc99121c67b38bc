-- What a run selected and what its rows were, so that a later run of the same closed period can be compared with it; and a
-- run that outlives its file.
ALTER TABLE report_runs
  -- The version of the saved report that ran; a standard one has none.
  ADD COLUMN definition_version integer CHECK (definition_version > 0),
  -- A digest of whose rows, columns and filters it has; only where its period had closed, so that a second run should be equal.
  ADD COLUMN selection bytea CHECK (octet_length(selection) = 32),
  -- SHA-256 of the rows alone, without what a file says of itself.
  ADD COLUMN rows_sha256 bytea CHECK (octet_length(rows_sha256) = 32),
  -- The instant whose data it has.
  ADD COLUMN data_until timestamptz,
  -- How it differs from the last run that selected the same.
  ADD COLUMN comparison jsonb CHECK (jsonb_typeof(comparison) = 'object'),
  ADD CONSTRAINT report_runs_compared CHECK (
    (selection IS NULL) = (rows_sha256 IS NULL) AND (selection IS NULL OR size IS NOT NULL)
    AND (comparison IS NULL OR selection IS NOT NULL)
  ),
  DROP CONSTRAINT report_runs_check1,
  ADD CONSTRAINT report_runs_written CHECK (
    (size IS NULL) = (sha256 IS NULL) AND (size IS NULL) = (row_count IS NULL) AND (file_id IS NULL OR size IS NOT NULL)
  ),
  -- Its file goes after 30 days (C9.011), the run stays as long as other data: it may name a file that is gone.
  DROP CONSTRAINT report_runs_issuer_id_file_id_fkey;
CREATE INDEX report_runs_selection ON report_runs (issuer_id, selection, created_at) WHERE selection IS NOT NULL;
