-- The person in whose name the files of a watched folder become requests, and the outcome of the last file.
CREATE TABLE batch_folders (
  issuer_id uuid NOT NULL,
  setup_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The principal in whose name files are requested.
  owner jsonb NOT NULL CHECK (jsonb_typeof(owner) = 'object'),
  -- Whether the good requests of a file with faults are made.
  good_only boolean NOT NULL,
  -- The hour of the issuer's day from which on the folder is read, once a day; null: whenever a file arrives.
  read_hour smallint CHECK (read_hour BETWEEN 0 AND 23),
  read_on date,
  last_file text CHECK (length(last_file) BETWEEN 1 AND 255),
  last_at timestamptz,
  last_fault jsonb CHECK (jsonb_typeof(last_fault) = 'object'),
  PRIMARY KEY (issuer_id, setup_id),
  FOREIGN KEY (issuer_id, setup_id) REFERENCES setup_records (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT batch_folders_last CHECK ((last_file IS NULL) = (last_at IS NULL) AND (last_fault IS NULL OR last_file IS NOT NULL))
);
CREATE INDEX batch_folders_user ON batch_folders (issuer_id, user_id);
