-- Files larger than one value should be, written and read part by part: feeds of transactions, exports to a ledger.
CREATE TABLE large_files (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL,
  -- Once it is there as a whole.
  size bigint CHECK (size >= 0),
  sha256 bytea CHECK (length(sha256) = 32),
  owner_user_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  CHECK ((size IS NULL) = (sha256 IS NULL))
);
CREATE INDEX large_files_expires_at ON large_files (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE large_file_parts (
  issuer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  -- Encrypted, each for its own place.
  bytes bytea NOT NULL,
  PRIMARY KEY (issuer_id, file_id, position),
  FOREIGN KEY (issuer_id, file_id) REFERENCES large_files (issuer_id, id) ON DELETE CASCADE
);
-- What is encrypted doesn't get smaller.
ALTER TABLE large_file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
