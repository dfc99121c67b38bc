CREATE TABLE parking_spaces (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  node_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  taken_at timestamptz,
  company_id uuid NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || searchable(name) || ' ') STORED,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id)
);
