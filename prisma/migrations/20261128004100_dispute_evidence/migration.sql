-- What of a claim's evidence its network is handed over, each file once.
CREATE TABLE dispute_evidence (
  issuer_id uuid NOT NULL,
  dispute_id uuid NOT NULL,
  -- The stored file; what is said of it stays when that has expired.
  file_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL CHECK (length(media_type) BETWEEN 1 AND 100),
  size integer NOT NULL CHECK (size > 0),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  queued_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- What the network calls it, or why it refused it.
  network_reference text CHECK (length(network_reference) BETWEEN 1 AND 80),
  refusal text CHECK (length(refusal) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, dispute_id, file_id),
  FOREIGN KEY (issuer_id, dispute_id) REFERENCES dispute_cases (issuer_id, dispute_id) ON DELETE CASCADE,
  CONSTRAINT dispute_evidence_answer
    CHECK (num_nonnulls(network_reference, refusal) = CASE WHEN answered_at IS NULL THEN 0 ELSE 1 END)
);

-- What the simulated network was handed over: its own memory, without the bytes.
CREATE TABLE simulated_evidence (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 120),
  case_number text NOT NULL CHECK (length(case_number) BETWEEN 1 AND 40),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  size integer NOT NULL CHECK (size > 0),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  received_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, key)
);
