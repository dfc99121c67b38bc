-- Files of purchase requests: checked whole, then applied by whoever brought them.
CREATE TABLE purchase_batches (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  setup_id uuid NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  -- The requests as they were checked, and the faults by row and column.
  requests jsonb NOT NULL CHECK (jsonb_typeof(requests) = 'array'),
  faults jsonb NOT NULL CHECK (jsonb_typeof(faults) = 'array'),
  uploaded_at timestamptz NOT NULL,
  -- How many requests it made, once it was applied.
  created integer CHECK (created >= 0),
  applied_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, setup_id) REFERENCES setup_records (issuer_id, id),
  CONSTRAINT purchase_batches_applied CHECK ((created IS NULL) = (applied_at IS NULL))
);
-- The same content is applied once.
CREATE UNIQUE INDEX purchase_batches_content ON purchase_batches (issuer_id, setup_id, content_hash)
  WHERE applied_at IS NOT NULL;
CREATE INDEX purchase_batches_user ON purchase_batches (issuer_id, user_id);

-- The request that a row's own reference made: another file with it makes no second one.
CREATE TABLE batch_requests (
  issuer_id uuid NOT NULL,
  company_id uuid NOT NULL,
  reference text COLLATE "C" NOT NULL CHECK (length(reference) BETWEEN 1 AND 60),
  request_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, company_id, reference),
  FOREIGN KEY (issuer_id, request_id) REFERENCES purchase_requests (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, batch_id) REFERENCES purchase_batches (issuer_id, id)
);
