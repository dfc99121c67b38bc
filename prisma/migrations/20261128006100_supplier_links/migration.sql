-- What a supplier says to see the card of a request: a hash alone.
CREATE TABLE supplier_passphrases (
  issuer_id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  hash text NOT NULL CHECK (length(hash) BETWEEN 20 AND 200),
  set_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, supplier_id),
  FOREIGN KEY (issuer_id, supplier_id) REFERENCES setup_records (issuer_id, id) ON DELETE CASCADE
);

-- The links by which suppliers see the cards of requests; of their tokens, hashes alone.
CREATE TABLE supplier_links (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > sent_at),
  -- Wrong passphrases since the last right one.
  misses smallint NOT NULL DEFAULT 0 CHECK (misses BETWEEN 0 AND 5),
  opened_at timestamptz,
  shown smallint NOT NULL DEFAULT 0 CHECK (shown BETWEEN 0 AND 20),
  withdrawn_at timestamptz,
  declined_at timestamptz,
  decline_reason text CHECK (length(decline_reason) BETWEEN 1 AND 500),
  PRIMARY KEY (issuer_id, id),
  CONSTRAINT supplier_links_declined CHECK ((declined_at IS NULL) = (decline_reason IS NULL)),
  CONSTRAINT supplier_links_opened CHECK (opened_at IS NOT NULL OR shown = 0 AND declined_at IS NULL),
  FOREIGN KEY (issuer_id, request_id) REFERENCES purchase_requests (issuer_id, id)
);
CREATE UNIQUE INDEX supplier_links_token ON supplier_links (issuer_id, token_hash);
-- A link is found before its issuer is known.
CREATE INDEX supplier_links_hash ON supplier_links (token_hash);
CREATE INDEX supplier_links_request ON supplier_links (issuer_id, request_id, sent_at);
