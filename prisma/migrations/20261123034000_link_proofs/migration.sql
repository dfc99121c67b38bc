-- Linking an id takes the whole chain of its sign-in: what has been proved of it waits here for the rest.
CREATE TABLE user_link_proofs (
  issuer_id uuid NOT NULL,
  session_id uuid NOT NULL,
  linked_user_id uuid NOT NULL,
  password_set_at timestamptz NOT NULL,
  code_proved boolean NOT NULL DEFAULT false,
  begun_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= begun_at + interval '15 minutes'),
  PRIMARY KEY (issuer_id, session_id),
  FOREIGN KEY (issuer_id, session_id) REFERENCES sessions (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, linked_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX user_link_proofs_linked ON user_link_proofs (issuer_id, linked_user_id);

-- The owner of a linked id refuses by a link of their own; what nobody confirms lapses.
ALTER TABLE user_links
  ADD COLUMN lapsed_at timestamptz,
  ADD COLUMN refusal_hash bytea CHECK (octet_length(refusal_hash) = 32),
  ADD COLUMN refusal_expires_at timestamptz,
  ADD CHECK (lapsed_at IS NULL OR status = 'unlinked'),
  ADD CHECK ((refusal_hash IS NULL) = (refusal_expires_at IS NULL));
CREATE UNIQUE INDEX user_links_refusal ON user_links (refusal_hash) WHERE refusal_hash IS NOT NULL;
CREATE INDEX user_links_unconfirmed ON user_links (requested_at) WHERE status = 'unconfirmed';
