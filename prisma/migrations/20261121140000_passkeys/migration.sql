-- Passkeys (WebAuthn Level 3), and what the profile shows of a person's own events.

-- Null: the parent brand's; at the root, not allowed.
ALTER TABLE brands ADD COLUMN passkeys_allowed boolean;

CREATE TABLE passkeys (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- As its authenticator made it, at random; a passkey is found by it before it is known whose it is.
  credential_id text NOT NULL UNIQUE CHECK (credential_id ~ '^[A-Za-z0-9_-]+$' AND length(credential_id) <= 1400),
  -- The brand's host name it was made on: it counts there only.
  rp_id text NOT NULL CHECK (rp_id ~ '^[a-z0-9.-]{1,253}$'),
  -- COSE_Key (RFC 9052 section 7); the private half never leaves the authenticator.
  public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 16 AND 4096),
  sign_count bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  transports text[] NOT NULL DEFAULT '{}' CHECK (cardinality(transports) <= 10),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_id ON passkeys (issuer_id, user_id);

-- A challenge is for one answer within five minutes. One for adding a passkey belongs to the session that
-- gave the password for it; one for signing in, when nobody is known yet, to the browser that asked.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
  rp_id text NOT NULL,
  issuer_id uuid,
  session_id uuid,
  browser_hash bytea CHECK (octet_length(browser_hash) = 32),
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= issued_at + interval '5 minutes'),
  used_at timestamptz,
  CHECK ((session_id IS NULL) = (issuer_id IS NULL)),
  CHECK ((session_id IS NULL) <> (browser_hash IS NULL)),
  FOREIGN KEY (issuer_id, session_id) REFERENCES sessions (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_session_id ON passkey_challenges (issuer_id, session_id) WHERE session_id IS NOT NULL;

-- Failed sign-ins have no actor: a person's own are found by whom they were about.
CREATE INDEX audit_entries_user ON audit_entries (issuer_id, entity_id, occurred_at DESC) WHERE entity = 'user';
