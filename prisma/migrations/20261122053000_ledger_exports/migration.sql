-- Exports of approved transactions to a ledger (CD.30).

CREATE TYPE ledger_export_status AS ENUM ('waiting', 'exported', 'failed');

CREATE TABLE ledger_exports (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  -- What people call it: counted through within the issuer, and what the file says.
  number integer NOT NULL CHECK (number > 0),
  -- The part of the structure whose transactions it takes, and the company that part is in, if one.
  node_id uuid NOT NULL,
  -- Days of posting, and what else is asked of a transaction.
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day >= first_day),
  currency char(3) CHECK (currency ~ '^[A-Z]{3}$'),
  status ledger_export_status NOT NULL DEFAULT 'waiting',
  -- Once it went out: transactions, and of each currency how many and how much.
  count integer CHECK (count > 0),
  totals jsonb CHECK (jsonb_typeof(totals) = 'array'),
  exported_at timestamptz,
  -- Of `count`, those that were taken back.
  reversed_count integer NOT NULL DEFAULT 0 CHECK (reversed_count >= 0),
  -- What takes it back as a whole, if somebody has asked for that.
  reversal_job_id uuid,
  refusal jsonb,
  owner_user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  UNIQUE (issuer_id, number),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id),
  CHECK ((status = 'exported') = (count IS NOT NULL)),
  CHECK ((status = 'exported') = (totals IS NOT NULL)),
  CHECK ((status = 'exported') = (exported_at IS NOT NULL)),
  CHECK ((status = 'failed') = (refusal IS NOT NULL)),
  CHECK (reversed_count <= coalesce(count, 0))
);
CREATE INDEX ledger_exports_created ON ledger_exports (issuer_id, created_at, id);
CREATE INDEX ledger_exports_node ON ledger_exports (issuer_id, node_id);

-- The files of an export: the one that it went out with, and those that were written of it again.
CREATE TABLE ledger_files (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  export_id uuid NOT NULL,
  -- The layout as it was when the file was asked for.
  layout jsonb NOT NULL CHECK (jsonb_typeof(layout) = 'object'),
  job_id uuid NOT NULL,
  -- Once it is written.
  file_id uuid,
  lines integer CHECK (lines >= 0),
  size bigint CHECK (size >= 0),
  sha256 bytea CHECK (length(sha256) = 32),
  written_at timestamptz,
  owner_user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, export_id) REFERENCES ledger_exports (issuer_id, id),
  FOREIGN KEY (issuer_id, file_id) REFERENCES large_files (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id),
  CHECK ((file_id IS NULL) = (lines IS NULL)),
  CHECK ((file_id IS NULL) = (size IS NULL)),
  CHECK ((file_id IS NULL) = (sha256 IS NULL)),
  CHECK ((file_id IS NULL) = (written_at IS NULL))
);
CREATE INDEX ledger_files_export ON ledger_files (issuer_id, export_id);
CREATE INDEX ledger_files_file ON ledger_files (issuer_id, file_id);

-- What an export took, and what of it was taken back: the histories of its transactions say so.
CREATE INDEX transaction_events_export ON transaction_events (issuer_id, (details ->> 'export'))
  WHERE event IN ('export', 'reverse_export');
