-- Purchase groups: who may request purchases, from which types, templates and suppliers, and who approves them.
CREATE TYPE purchase_group_state AS ENUM ('in_progress', 'active', 'inactive');

CREATE TABLE purchase_groups (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  instructions text CHECK (length(instructions) BETWEEN 1 AND 900),
  state purchase_group_state NOT NULL DEFAULT 'in_progress',
  -- Its levels approve the group's requests.
  profile_id uuid,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  UNIQUE (issuer_id, id, state),
  UNIQUE (issuer_id, id, company_id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, profile_id, company_id) REFERENCES approval_profiles (issuer_id, id, company_id)
);
CREATE UNIQUE INDEX purchase_groups_name ON purchase_groups (issuer_id, company_id, lower(name));
CREATE INDEX purchase_groups_profile ON purchase_groups (issuer_id, profile_id);

CREATE TABLE purchase_group_users (
  issuer_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Always the group's: the key below keeps both alike.
  group_state purchase_group_state NOT NULL,
  PRIMARY KEY (issuer_id, group_id, user_id),
  FOREIGN KEY (issuer_id, group_id, group_state) REFERENCES purchase_groups (issuer_id, id, state) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id)
);
-- Nobody is in two active groups, whoever activates them at the same time.
CREATE UNIQUE INDEX purchase_group_users_active ON purchase_group_users (issuer_id, user_id) WHERE group_state = 'active';
CREATE INDEX purchase_group_users_user ON purchase_group_users (issuer_id, user_id);

-- Types, templates and suppliers that a group's users may choose.
CREATE TABLE purchase_group_records (
  issuer_id uuid NOT NULL,
  group_id uuid NOT NULL,
  record_id uuid NOT NULL,
  entity text NOT NULL CHECK (entity IN ('purchase-type', 'purchase-template', 'supplier')),
  PRIMARY KEY (issuer_id, group_id, record_id),
  FOREIGN KEY (issuer_id, group_id) REFERENCES purchase_groups (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, record_id) REFERENCES setup_records (issuer_id, id)
);
CREATE INDEX purchase_group_records_record ON purchase_group_records (issuer_id, record_id);

-- The group of the requester; none for requests from before there were groups.
ALTER TABLE purchase_requests ADD COLUMN group_id uuid,
  ADD FOREIGN KEY (issuer_id, group_id, company_id) REFERENCES purchase_groups (issuer_id, id, company_id);
CREATE INDEX purchase_requests_group ON purchase_requests (issuer_id, group_id);
