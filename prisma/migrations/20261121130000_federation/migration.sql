-- Federated sign-in: who a brand trusts to say who somebody is, and whom that somebody is here.

CREATE TYPE identity_provider_kind AS ENUM ('oidc', 'saml');

CREATE TABLE identity_providers (
  id uuid PRIMARY KEY,
  brand_name text NOT NULL UNIQUE REFERENCES brands (name),
  kind identity_provider_kind NOT NULL,
  -- OpenID Connect: the issuer's address. SAML: the provider's entity id.
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 1024),
  client_id text CHECK (length(client_id) BETWEEN 1 AND 255),
  client_secret_encrypted bytea,
  client_secret_key_id text,
  sign_in_url text CHECK (sign_in_url ~ '^https?://' AND length(sign_in_url) <= 1024),
  certificates text[] NOT NULL DEFAULT '{}',
  saved_at timestamptz NOT NULL,
  CHECK (CASE kind
    WHEN 'oidc' THEN client_id IS NOT NULL AND client_secret_encrypted IS NOT NULL AND client_secret_key_id IS NOT NULL
      AND issuer ~ '^https?://'
    WHEN 'saml' THEN sign_in_url IS NOT NULL AND cardinality(certificates) BETWEEN 1 AND 5
  END)
);

-- A brand's sign-in page leads to its provider (P2.025): processes read their brands anew.
CREATE TRIGGER identity_providers_saved AFTER INSERT OR UPDATE OR DELETE ON identity_providers FOR EACH STATEMENT EXECUTE FUNCTION notify_brand_saved();

-- Who a provider's subject is here: like user_directory, a look-up that doesn't know its issuer yet.
CREATE TABLE federated_identities (
  provider_id uuid NOT NULL REFERENCES identity_providers (id) ON DELETE CASCADE,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, subject),
  UNIQUE (issuer_id, user_id, provider_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);

-- Sign-ins that are at the provider: taken once, and only by the browser that began them.
CREATE TABLE federated_sign_ins (
  state_hash bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
  browser_hash bytea NOT NULL CHECK (octet_length(browser_hash) = 32),
  provider_id uuid NOT NULL REFERENCES identity_providers (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX federated_sign_ins_provider_id ON federated_sign_ins (provider_id);
CREATE INDEX federated_sign_ins_expires_at ON federated_sign_ins (expires_at);

-- ID tokens and assertions that have let somebody in, for as long as they would be valid.
CREATE TABLE spent_assertions (
  provider_id uuid NOT NULL REFERENCES identity_providers (id) ON DELETE CASCADE,
  assertion_hash bytea NOT NULL CHECK (octet_length(assertion_hash) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, assertion_hash)
);
CREATE INDEX spent_assertions_expires_at ON spent_assertions (expires_at);
