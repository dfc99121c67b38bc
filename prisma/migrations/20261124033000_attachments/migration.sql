-- Files that users attach to records of any kind; their bytes are large files.
CREATE TABLE attachments (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The kind of the record as the audit names it, and the record, which is of the same issuer.
  entity text NOT NULL CHECK (length(entity) BETWEEN 1 AND 60),
  record_id uuid NOT NULL,
  -- Its place among the files of its record; none once it is removed: its file then waits for its end.
  position smallint CHECK (position BETWEEN 1 AND 20),
  file_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 4194304),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  added_by uuid NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, file_id) REFERENCES large_files (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX attachments_file ON attachments (issuer_id, file_id);
CREATE UNIQUE INDEX attachments_position ON attachments (issuer_id, entity, record_id, position);
CREATE UNIQUE INDEX attachments_content ON attachments (issuer_id, entity, record_id, sha256) WHERE position IS NOT NULL;
