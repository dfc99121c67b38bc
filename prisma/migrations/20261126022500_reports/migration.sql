-- Reports: what somebody saved to run again, and each run with its file.
CREATE TABLE report_definitions (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  owner_user_id uuid NOT NULL,
  -- The company or issuer whose people may run it too; none: its owner alone.
  shared_node_id uuid,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The declared list that it reads.
  data_set text NOT NULL CHECK (length(data_set) BETWEEN 1 AND 60),
  columns text[] NOT NULL CHECK (cardinality(columns) BETWEEN 1 AND 256),
  -- Its own headings by column.
  headings jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(headings) = 'object'),
  -- Search, filters and order, as in the list's address.
  query text NOT NULL DEFAULT '' CHECK (length(query) <= 2000),
  -- The columns whose equal values become one row, with subtotals; none: every row.
  groups text[] NOT NULL DEFAULT '{}' CHECK (cardinality(groups) <= 3),
  -- Whether the largest group comes first, not the first one by its name.
  largest boolean NOT NULL DEFAULT false,
  -- A period in words, which becomes days when the report runs; none: as filtered.
  period text CHECK (length(period) BETWEEN 1 AND 20),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, shared_node_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX report_definitions_name ON report_definitions (issuer_id, owner_user_id, lower(name));
CREATE INDEX report_definitions_shared ON report_definitions (issuer_id, shared_node_id);

CREATE TABLE report_runs (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  owner_user_id uuid NOT NULL,
  -- The nodes of its owner's role: who no longer has one of them doesn't get the file.
  scope_nodes uuid[] NOT NULL CHECK (cardinality(scope_nodes) > 0),
  -- The name of a standard report, or the id of a saved one.
  report text NOT NULL CHECK (length(report) BETWEEN 1 AND 60),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  data_set text NOT NULL CHECK (length(data_set) BETWEEN 1 AND 60),
  -- The report as it ran, with the days of its period.
  criteria jsonb NOT NULL CHECK (jsonb_typeof(criteria) = 'object'),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  job_id uuid NOT NULL,
  file_id uuid,
  row_count bigint CHECK (row_count >= 0),
  size bigint CHECK (size >= 0),
  sha256 bytea CHECK (length(sha256) = 32),
  created_at timestamptz NOT NULL,
  -- When the run and its file are deleted.
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  PRIMARY KEY (issuer_id, id),
  CHECK ((file_id IS NULL) = (size IS NULL) AND (file_id IS NULL) = (sha256 IS NULL) AND (file_id IS NULL) = (row_count IS NULL)),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  -- A run goes with its file.
  FOREIGN KEY (issuer_id, file_id) REFERENCES large_files (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX report_runs_owner ON report_runs (issuer_id, owner_user_id, created_at);
CREATE INDEX report_runs_expires ON report_runs (expires_at);
CREATE UNIQUE INDEX report_runs_file ON report_runs (issuer_id, file_id);
