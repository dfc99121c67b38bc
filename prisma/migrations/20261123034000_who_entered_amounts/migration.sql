-- Whoever entered or last changed an amount does not approve it (CD.60).
ALTER TABLE transactions
  -- The user ids of who entered it by hand, linked ones among them; none for what the bank's file says by itself.
  ADD COLUMN amount_by uuid[] NOT NULL DEFAULT '{}';

-- Into whom a user was merged: what the one that went has entered, the one that stayed has.
CREATE TABLE merged_users (
  issuer_id uuid NOT NULL,
  merged_id uuid NOT NULL,
  kept_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, merged_id),
  FOREIGN KEY (issuer_id, merged_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, kept_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  CHECK (merged_id <> kept_id)
);
CREATE INDEX merged_users_kept ON merged_users (issuer_id, kept_id);

-- Under which user ids a person may have entered something: theirs, those linked to it, and those merged into one of them.
CREATE FUNCTION author_ids(issuer uuid, someone uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH own AS (SELECT person_ids(issuer, someone) AS id)
  SELECT id FROM own
  UNION SELECT m.merged_id FROM merged_users m JOIN own ON m.kept_id = own.id WHERE m.issuer_id = issuer
$$;
