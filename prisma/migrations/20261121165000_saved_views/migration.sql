-- A person's own views of lists: search, filters, order and columns under a name.
CREATE TABLE saved_views (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  listing text NOT NULL CHECK (listing ~ '^[a-z0-9-]{1,60}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The query of the list's address, without its place in the pages.
  query text NOT NULL CHECK (length(query) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (issuer_id, user_id, listing, lower(name));
