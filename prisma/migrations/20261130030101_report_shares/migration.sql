-- Whom a saved report is shared with: a person, or those of a place and below it, in some roles or in any.
CREATE TABLE report_shares (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  user_id uuid,
  node_id uuid,
  -- Only for these roles of the place; none: for every role.
  roles user_role[] NOT NULL DEFAULT '{}' CHECK (array_position(roles, NULL) IS NULL AND NOT 'Z' = ANY(roles)),
  -- Whether they may change it, not only run it.
  may_change boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  CONSTRAINT report_shares_with CHECK ((user_id IS NULL) <> (node_id IS NULL)),
  CONSTRAINT report_shares_roles CHECK (roles = '{}' OR node_id IS NOT NULL),
  FOREIGN KEY (issuer_id, definition_id) REFERENCES report_definitions (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX report_shares_person ON report_shares (issuer_id, definition_id, user_id);
CREATE UNIQUE INDEX report_shares_place ON report_shares (issuer_id, definition_id, node_id, roles);
CREATE INDEX report_shares_user ON report_shares (issuer_id, user_id);
CREATE INDEX report_shares_node ON report_shares (issuer_id, node_id);

INSERT INTO report_shares (issuer_id, id, definition_id, node_id, created_at)
SELECT issuer_id, gen_random_uuid(), id, shared_node_id, updated_at FROM report_definitions WHERE shared_node_id IS NOT NULL;
ALTER TABLE report_definitions DROP COLUMN shared_node_id;
