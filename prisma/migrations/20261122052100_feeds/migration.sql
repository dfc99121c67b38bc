-- Feeds: files of card transactions, how they are read, and what came of each of their rows (CD.35, CD.41).

-- How an issuer reads a kind of file.
CREATE TABLE feed_mappings (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Format, columns, dates, amounts, trailer: lib/feeds/mapping.ts.
  layout jsonb NOT NULL CHECK (jsonb_typeof(layout) = 'object'),
  active boolean NOT NULL DEFAULT true,
  -- In whose name files of the watched folder are brought: who saved it last, and under which assignment.
  saved_by jsonb NOT NULL CHECK (jsonb_typeof(saved_by) = 'object'),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id)
);
CREATE UNIQUE INDEX feed_mappings_name ON feed_mappings (issuer_id, lower(name));

-- What files call an account that they don't give the number of.
CREATE TABLE feed_account_names (
  issuer_id uuid NOT NULL,
  mapping_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200 AND name = lower(name)),
  account_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, mapping_id, name),
  FOREIGN KEY (issuer_id, mapping_id) REFERENCES feed_mappings (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, account_id) REFERENCES accounts (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX feed_account_names_account ON feed_account_names (issuer_id, account_id);

CREATE TYPE feed_source AS ENUM ('upload', 'folder');

CREATE TABLE feeds (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  mapping_id uuid,
  mapping_name text NOT NULL,
  -- The mapping as it was when the file was brought; mended ones are for what is processed again.
  layout jsonb NOT NULL CHECK (jsonb_typeof(layout) = 'object'),
  source feed_source NOT NULL,
  owner_user_id uuid NOT NULL,
  -- Under which assignment: the work outlives the session.
  owner jsonb NOT NULL CHECK (jsonb_typeof(owner) = 'object'),
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  file_sha256 bytea NOT NULL CHECK (octet_length(file_sha256) = 32),
  file_size bigint NOT NULL CHECK (file_size > 0),
  -- The file itself, sealed; gone after its time.
  file_id uuid,
  -- As its job has it, which is forgotten before the feed is.
  status job_status NOT NULL DEFAULT 'queued',
  job_id uuid,
  refusal jsonb,
  -- What the file says of itself at its end.
  trailer jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(trailer) = 'object'),
  -- How the trailer differs from what was read; null: it doesn't, or there is none.
  mismatch jsonb CHECK (jsonb_typeof(mismatch) = 'array'),
  row_count integer CHECK (row_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, mapping_id) REFERENCES feed_mappings (issuer_id, id) ON DELETE SET NULL (mapping_id),
  FOREIGN KEY (issuer_id, file_id) REFERENCES large_files (issuer_id, id) ON DELETE SET NULL (file_id),
  CHECK ((refusal IS NOT NULL) = (status = 'failed')),
  CHECK ((finished_at IS NULL) = (status IN ('queued', 'processing')))
);
CREATE INDEX feeds_created ON feeds (issuer_id, created_at DESC, id);
CREATE INDEX feeds_everywhere ON feeds (created_at DESC, id);
CREATE INDEX feeds_waiting ON feeds (created_at) WHERE status = 'queued';
CREATE INDEX feeds_mapping ON feeds (issuer_id, mapping_id);

-- However its job ends, the feed ends so too.
CREATE FUNCTION keep_feed_with_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE feeds SET status = NEW.status, refusal = NEW.refusal, finished_at = NEW.finished_at
  WHERE issuer_id = NEW.issuer_id AND job_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_of_feeds AFTER UPDATE OF status ON jobs FOR EACH ROW
  WHEN (NEW.kind = 'feed.import') EXECUTE FUNCTION keep_feed_with_job();

-- Rows and sums of a feed by what became of the rows.
CREATE TYPE feed_outcome AS ENUM ('booked', 'known', 'rejected');
CREATE TABLE feed_totals (
  issuer_id uuid NOT NULL,
  feed_id uuid NOT NULL,
  outcome feed_outcome NOT NULL,
  -- None for rows whose amount can't be read.
  currency text NOT NULL CHECK (currency ~ '^([A-Z]{3})?$'),
  rows bigint NOT NULL CHECK (rows >= 0),
  debit numeric(24, 4) NOT NULL,
  credit numeric(24, 4) NOT NULL,
  PRIMARY KEY (issuer_id, feed_id, outcome, currency),
  FOREIGN KEY (issuer_id, feed_id) REFERENCES feeds (issuer_id, id) ON DELETE CASCADE
);

CREATE TYPE feed_reject_state AS ENUM ('open', 'settled', 'dismissed');
CREATE TABLE feed_rejects (
  issuer_id uuid NOT NULL,
  feed_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The record of the file, from 1 on.
  row integer NOT NULL CHECK (row > 0),
  -- The row as it was, sealed, with all that reading it again takes.
  content bytea NOT NULL,
  -- What can be shown of it.
  shown text NOT NULL CHECK (length(shown) <= 400),
  -- What the file calls the account, where that is no number.
  account_name text CHECK (length(account_name) <= 200),
  -- Why it wasn't booked: message keys, with field and what fills them.
  reasons jsonb NOT NULL CHECK (jsonb_typeof(reasons) = 'array' AND jsonb_array_length(reasons) > 0),
  -- The first of them, which lists are filtered by.
  reason text NOT NULL,
  -- What it adds to the totals of rejected rows.
  currency text NOT NULL CHECK (currency ~ '^([A-Z]{3})?$'),
  billed numeric(19, 4),
  -- Which of several equal rows of a file it is.
  occurrence integer NOT NULL DEFAULT 1 CHECK (occurrence > 0),
  state feed_reject_state NOT NULL DEFAULT 'open',
  settled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, feed_id, row),
  UNIQUE (issuer_id, id),
  FOREIGN KEY (issuer_id, feed_id) REFERENCES feeds (issuer_id, id) ON DELETE CASCADE,
  CHECK ((settled_at IS NULL) = (state = 'open'))
);
CREATE INDEX feed_rejects_reason ON feed_rejects (issuer_id, feed_id, reason, row) WHERE state = 'open';

-- Where a transaction came from.
ALTER TABLE transactions ADD COLUMN feed_id uuid;

-- Accounts by the name on the card.
CREATE INDEX nodes_cardholder ON nodes (issuer_id, lower(name_1)) WHERE kind = 'account';
