-- Comments that users write on records of any kind, and the users whom they mention.
CREATE TABLE comments (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The kind of the record as the audit names it, and the record, which is of the same issuer.
  entity text NOT NULL CHECK (length(entity) BETWEEN 1 AND 60),
  record_id uuid NOT NULL,
  author_id uuid NOT NULL,
  text text CHECK (length(text) BETWEEN 1 AND 2000),
  written_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  -- A removed comment has no text.
  CONSTRAINT comments_removed CHECK ((text IS NULL) = (removed_at IS NOT NULL))
);
CREATE INDEX comments_record ON comments (issuer_id, entity, record_id, written_at, id);
CREATE INDEX comments_author ON comments (issuer_id, author_id);

CREATE TABLE comment_mentions (
  issuer_id uuid NOT NULL,
  comment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, comment_id, user_id),
  FOREIGN KEY (issuer_id, comment_id) REFERENCES comments (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX comment_mentions_user ON comment_mentions (issuer_id, user_id);
