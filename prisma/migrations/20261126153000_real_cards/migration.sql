-- Secrets of set-up records, each sealed for its record and field: the record itself keeps a keyed hash.
CREATE TABLE setup_secrets (
  issuer_id uuid NOT NULL,
  record_id uuid NOT NULL,
  field text NOT NULL CHECK (field ~ '^[A-Za-z]{1,40}$'),
  -- Nonce, tag and ciphertext.
  sealed bytea NOT NULL CHECK (length(sealed) > 28),
  key_id text NOT NULL CHECK (key_id <> ''),
  PRIMARY KEY (issuer_id, record_id, field),
  FOREIGN KEY (issuer_id, record_id) REFERENCES setup_records (issuer_id, id) ON DELETE CASCADE
);

-- A real card is known by its alias, which has four digits at most; its number is a hash and four digits.
ALTER TABLE setup_records ADD CONSTRAINT setup_records_real_card CHECK (
  entity <> 'real-card' OR coalesce(
    length(name) <= 40
    AND length(regexp_replace(normalize(name, NFKC), '[^0-9]', '', 'g')) <= 4
    AND data->>'number' ~ '^kept:[0-9a-f]{64}:[0-9]{4}$'
    AND data->>'expiry' ~ '^(0[1-9]|1[0-2])/[0-9]{2}$', false));

-- The real card that pays for a request.
ALTER TABLE purchase_requests ADD COLUMN real_card_id uuid;
ALTER TABLE purchase_requests ADD FOREIGN KEY (issuer_id, real_card_id) REFERENCES setup_records (issuer_id, id);
CREATE INDEX purchase_requests_real_card ON purchase_requests (issuer_id, real_card_id) WHERE real_card_id IS NOT NULL;
