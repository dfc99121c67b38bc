-- The browsers that a person's notices reach, by web push. Address and keys are sealed; the hash finds one again.
CREATE TABLE push_subscriptions (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  endpoint_hash bytea NOT NULL CHECK (length(endpoint_hash) = 32),
  sealed bytea NOT NULL,
  since timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions (issuer_id, endpoint_hash);
CREATE INDEX push_subscriptions_user ON push_subscriptions (issuer_id, user_id);
CREATE INDEX push_subscriptions_expiry ON push_subscriptions (expires_at);

-- The key pair by which push services know the installation; the private key is sealed.
CREATE TABLE push_keys (
  id smallint PRIMARY KEY CHECK (id = 1),
  public_key bytea NOT NULL CHECK (length(public_key) = 65),
  sealed bytea NOT NULL,
  made_at timestamptz NOT NULL
);

-- The kinds of notices that come to a person's browsers, too.
ALTER TABLE notice_settings
  ADD COLUMN pushed text[] NOT NULL DEFAULT '{alerts,approvals,comments,disputes,payments}'
    CHECK (pushed <@ '{alerts,approvals,comments,disputes,jobs,messages,payments,reports}'::text[]);
