-- The address to which somebody mails receipts: unguessable, and replaced whenever its owner wants.
CREATE TABLE receipt_addresses (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- What stands before the @: 120 random bits.
  local_part text NOT NULL CHECK (local_part ~ '^[a-z2-7]{24}$'),
  -- The principal into whose box receipts go.
  owner jsonb NOT NULL CHECK (jsonb_typeof(owner) = 'object'),
  made_at timestamptz NOT NULL,
  -- When a mail of somebody else came to it last, of which nothing is taken.
  refused_at timestamptz,
  PRIMARY KEY (issuer_id, user_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
-- Mail names no issuer.
CREATE INDEX receipt_addresses_local_part ON receipt_addresses (local_part);
