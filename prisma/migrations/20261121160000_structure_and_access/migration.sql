-- The reporting structure as one tree of nodes, who may see and do what in it, settings, files and jobs.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE node_kind AS ENUM ('issuer', 'company_group', 'company', 'account_group', 'org_point', 'account');
CREATE TYPE node_status AS ENUM ('active', 'closed');
CREATE TYPE account_state AS ENUM ('active', 'suspended', 'closed', 'replaced');
CREATE TYPE job_status AS ENUM ('queued', 'processing', 'completed', 'failed', 'cancelled');

ALTER TABLE issuers ADD COLUMN icas text[] NOT NULL DEFAULT '{}';

-- Groups of issuers stand above every tenant (role H).
CREATE TABLE issuer_groups (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[A-Z0-9]{1,12}$'),
  name_1 text NOT NULL CHECK (length(name_1) BETWEEN 1 AND 80),
  name_2 text CHECK (length(name_2) BETWEEN 1 AND 80),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE issuer_group_members (
  issuer_group_id uuid NOT NULL REFERENCES issuer_groups (id),
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  PRIMARY KEY (issuer_group_id, issuer_id)
);
CREATE INDEX issuer_group_members_issuer_id ON issuer_group_members (issuer_id);

-- The reporting structure -----------------------------------------------------------------------

-- A node's path is its ancestors' labels and its own, eight hexadecimal digits each: what is at or below a
-- node has a path that begins with the node's, which an index finds as one range.
CREATE SEQUENCE node_labels;

CREATE TABLE nodes (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  kind node_kind NOT NULL,
  parent_id uuid,
  parent_kind node_kind,
  -- The company at or above; none above companies.
  company_id uuid,
  path text COLLATE "C" NOT NULL CHECK (path ~ '^([0-9a-f]{8})+$'),
  -- Unique where its kind is counted; accounts have none, their card number is protected.
  number text CHECK (number ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$'),
  name_1 text NOT NULL CHECK (length(name_1) BETWEEN 1 AND 80),
  name_2 text CHECK (length(name_2) BETWEEN 1 AND 80),
  -- The reporting level number of an org point.
  level smallint CHECK (level BETWEEN 1 AND 15),
  status node_status NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  UNIQUE (issuer_id, id, kind),
  FOREIGN KEY (issuer_id, parent_id, parent_kind) REFERENCES nodes (issuer_id, id, kind),
  FOREIGN KEY (issuer_id, company_id) REFERENCES nodes (issuer_id, id) DEFERRABLE INITIALLY DEFERRED,
  CHECK ((parent_id IS NULL) = (parent_kind IS NULL)),
  -- Issuer › company group › company › account group › org point › account; levels between may be left out.
  CHECK (CASE kind
    WHEN 'issuer' THEN parent_kind IS NULL AND id = issuer_id
    WHEN 'company_group' THEN parent_kind = 'issuer'
    WHEN 'company' THEN parent_kind IN ('issuer', 'company_group')
    WHEN 'account_group' THEN parent_kind = 'company'
    WHEN 'org_point' THEN parent_kind IN ('company', 'account_group', 'org_point')
    WHEN 'account' THEN parent_kind IN ('company', 'account_group', 'org_point')
  END),
  CHECK ((company_id IS NULL) = (kind IN ('issuer', 'company_group'))),
  CHECK (kind <> 'company' OR company_id = id),
  CHECK ((number IS NULL) = (kind = 'account')),
  CHECK ((level IS NULL) = (kind <> 'org_point'))
);
CREATE UNIQUE INDEX nodes_path ON nodes (issuer_id, path);
CREATE INDEX nodes_parent ON nodes (issuer_id, parent_id, kind, name_1, id);
CREATE UNIQUE INDEX nodes_number_in_issuer ON nodes (issuer_id, kind, number) WHERE kind IN ('company', 'company_group');
CREATE UNIQUE INDEX nodes_number_in_company ON nodes (issuer_id, company_id, kind, number) WHERE kind IN ('account_group', 'org_point');
CREATE INDEX nodes_company ON nodes (issuer_id, company_id, kind, name_1, id);
CREATE INDEX nodes_kind ON nodes (issuer_id, kind, name_1, id);

-- What follows from the parent is worked out here, unless a bulk load brings it.
CREATE FUNCTION place_node() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE above nodes;
BEGIN
  IF NEW.parent_id IS NULL THEN
    NEW.path := lpad(to_hex(nextval('node_labels')), 8, '0');
    RETURN NEW;
  END IF;
  SELECT * INTO STRICT above FROM nodes WHERE issuer_id = NEW.issuer_id AND id = NEW.parent_id FOR KEY SHARE;
  NEW.parent_kind := above.kind;
  NEW.company_id := CASE WHEN NEW.kind = 'company' THEN NEW.id ELSE above.company_id END;
  NEW.path := above.path || lpad(to_hex(nextval('node_labels')), 8, '0');
  RETURN NEW;
END $$;
CREATE TRIGGER nodes_place BEFORE INSERT ON nodes FOR EACH ROW WHEN (NEW.path IS NULL) EXECUTE FUNCTION place_node();

-- An issuer is the root of its own structure.
CREATE FUNCTION place_issuer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nodes (issuer_id, id, kind, number, name_1, name_2)
  VALUES (NEW.id, NEW.id, 'issuer', NEW.number, NEW.name, NEW.name_2)
  ON CONFLICT (issuer_id, id) DO UPDATE
    SET number = EXCLUDED.number, name_1 = EXCLUDED.name_1, name_2 = EXCLUDED.name_2, updated_at = now();
  RETURN NULL;
END $$;
INSERT INTO nodes (issuer_id, id, kind, number, name_1, name_2)
  SELECT id, id, 'issuer', number, name, name_2 FROM issuers;
CREATE TRIGGER issuers_node AFTER INSERT OR UPDATE OF number, name, name_2 ON issuers FOR EACH ROW EXECUTE FUNCTION place_issuer();

CREATE TABLE companies (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  kind node_kind NOT NULL DEFAULT 'company' CHECK (kind = 'company'),
  program_option_id uuid,
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- The month that the fiscal year starts with.
  fiscal_start smallint NOT NULL DEFAULT 1 CHECK (fiscal_start BETWEEN 1 AND 12),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, id, kind) REFERENCES nodes (issuer_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX companies_program_option ON companies (issuer_id, program_option_id);

-- Cardholder name 1 and 2 are the node's names.
CREATE TABLE accounts (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  kind node_kind NOT NULL DEFAULT 'account' CHECK (kind = 'account'),
  card_number_encrypted bytea NOT NULL,
  card_number_key_id text NOT NULL,
  -- Keyed, so that a number can be looked up without being readable.
  card_number_hash bytea NOT NULL CHECK (octet_length(card_number_hash) = 32),
  last_four char(4) NOT NULL CHECK (last_four ~ '^\d{4}$'),
  bank_number text CHECK (bank_number ~ '^\d{1,10}$'),
  ica text CHECK (ica ~ '^\d{1,11}$'),
  state account_state NOT NULL DEFAULT 'active',
  replaced_by_id uuid,
  -- The issuer's own code for the state, and its card type: codes of set-up records.
  status_code text CHECK (length(status_code) BETWEEN 1 AND 2),
  card_type text CHECK (length(card_type) BETWEEN 1 AND 30),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  credit_limit numeric(19, 4) CHECK (credit_limit >= 0),
  transaction_limit numeric(19, 4) CHECK (transaction_limit >= 0),
  opened_on date NOT NULL,
  closed_on date CHECK (closed_on >= opened_on),
  PRIMARY KEY (issuer_id, id),
  UNIQUE (issuer_id, card_number_hash),
  FOREIGN KEY (issuer_id, id, kind) REFERENCES nodes (issuer_id, id, kind) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, replaced_by_id) REFERENCES accounts (issuer_id, id),
  CHECK ((state = 'replaced') = (replaced_by_id IS NOT NULL)),
  CHECK ((state IN ('closed', 'replaced')) = (closed_on IS NOT NULL))
);
CREATE INDEX accounts_last_four ON accounts (issuer_id, last_four);

-- People in the structure -------------------------------------------------------------------------

-- The node a user is managed at: that of the primary assignment. Whoever has it in their part sees the user.
ALTER TABLE users
  ADD COLUMN node_id uuid,
  ADD COLUMN company_id uuid,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id),
  ADD FOREIGN KEY (issuer_id, company_id) REFERENCES nodes (issuer_id, id),
  ADD CHECK (company_id IS NULL OR node_id IS NOT NULL);
CREATE INDEX users_node ON users (issuer_id, node_id);
CREATE INDEX users_name ON users (issuer_id, last_name, first_name, id);
CREATE INDEX users_company_name ON users (issuer_id, company_id, last_name, first_name, id);

CREATE FUNCTION place_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.company_id := (SELECT company_id FROM nodes WHERE issuer_id = NEW.issuer_id AND id = NEW.node_id);
  RETURN NEW;
END $$;
CREATE TRIGGER users_place BEFORE INSERT OR UPDATE OF node_id ON users FOR EACH ROW
  WHEN (NEW.node_id IS NOT NULL AND NEW.company_id IS NULL) EXECUTE FUNCTION place_user();

-- What an authority template grants is capped by its role (lib/access/policy.ts).
CREATE TABLE authority_templates (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  node_id uuid NOT NULL,
  role user_role NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  description text CHECK (length(description) <= 1024),
  -- `area.action`, for example `users.modify`.
  authorities text[] NOT NULL DEFAULT '{}',
  active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id)
);
CREATE UNIQUE INDEX authority_templates_name ON authority_templates (issuer_id, node_id, lower(name));

-- Role × node × authority template (CD.20). One of a user's is primary, and decides users.role and users.node_id.
CREATE TABLE assignments (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  role user_role NOT NULL,
  -- None: all that the role may have.
  authority_template_id uuid,
  is_primary boolean NOT NULL DEFAULT false,
  issuer_group_id uuid REFERENCES issuer_groups (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, authority_template_id) REFERENCES authority_templates (issuer_id, id),
  CHECK ((role = 'H') = (issuer_group_id IS NOT NULL))
);
CREATE INDEX assignments_user ON assignments (issuer_id, user_id);
CREATE UNIQUE INDEX assignments_primary ON assignments (issuer_id, user_id) WHERE is_primary;
-- Only one company group administrator per user (C6.013).
CREATE UNIQUE INDEX assignments_one_company_group ON assignments (issuer_id, user_id) WHERE role = 'G';
CREATE INDEX assignments_template ON assignments (issuer_id, authority_template_id) WHERE authority_template_id IS NOT NULL;

-- The nodes of an assignment: accounts of a cardholder, one node of every other role; none for H and Z.
CREATE TABLE assignment_nodes (
  issuer_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  node_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, assignment_id, node_id),
  FOREIGN KEY (issuer_id, assignment_id) REFERENCES assignments (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id)
);
CREATE INDEX assignment_nodes_node ON assignment_nodes (issuer_id, node_id);

-- A role stands at a node of its own kind (CD.21).
CREATE FUNCTION check_assignment_node() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held user_role;
  stood node_kind;
BEGIN
  SELECT role INTO STRICT held FROM assignments WHERE issuer_id = NEW.issuer_id AND id = NEW.assignment_id;
  SELECT kind INTO STRICT stood FROM nodes WHERE issuer_id = NEW.issuer_id AND id = NEW.node_id;
  IF stood::text IS DISTINCT FROM (CASE held
    WHEN 'A' THEN 'account' WHEN 'S' THEN 'account_group' WHEN 'O' THEN 'org_point' WHEN 'C' THEN 'company'
    WHEN 'G' THEN 'company_group' WHEN 'I' THEN 'issuer' END)
  THEN
    RAISE EXCEPTION 'role % can not stand at a node of kind %', held, stood USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER assignment_nodes_kind AFTER INSERT OR UPDATE ON assignment_nodes FOR EACH ROW EXECUTE FUNCTION check_assignment_node();

-- The assignment in use after role switching, none for the primary one; and who looks through a user's eyes.
ALTER TABLE sessions
  ADD COLUMN assignment_id uuid,
  ADD COLUMN accessor_issuer_id uuid,
  ADD COLUMN accessor_user_id uuid,
  ADD CHECK ((accessor_issuer_id IS NULL) = (accessor_user_id IS NULL)),
  ADD FOREIGN KEY (accessor_issuer_id, accessor_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  ADD FOREIGN KEY (issuer_id, assignment_id) REFERENCES assignments (issuer_id, id) ON DELETE SET NULL (assignment_id);

-- Settings: what an issuer or a company has set of lib/settings; what is absent is inherited ------------

CREATE TABLE settings (
  issuer_id uuid NOT NULL,
  node_id uuid NOT NULL,
  key text NOT NULL CHECK (key ~ '^[a-z0-9]+(\.[a-z0-9]+)*$'),
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, node_id, key),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE
);

-- Files that people bring, 4 MB at most, and files that jobs make -----------------------------------------

CREATE TABLE files (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  owner_user_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX files_expires_at ON files (expires_at) WHERE expires_at IS NOT NULL;

-- Long work (CD.35) ------------------------------------------------------------------------------------------

CREATE TABLE jobs (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]+(\.[a-z_]+)*$'),
  -- What only one job of its kind may work on at a time: a company, an issuer.
  node_id uuid NOT NULL,
  owner_user_id uuid NOT NULL,
  status job_status NOT NULL DEFAULT 'queued',
  payload jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(payload) = 'object'),
  -- Where a taken-over job goes on.
  checkpoint jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(checkpoint) = 'object'),
  result jsonb,
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total integer CHECK (total >= 0),
  attempts integer NOT NULL DEFAULT 0,
  refusal jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  CHECK ((finished_at IS NULL) = (status IN ('queued', 'processing'))),
  CHECK ((refusal IS NOT NULL) = (status = 'failed'))
);
-- One running copy per company (CD.35, C4.036).
CREATE UNIQUE INDEX jobs_one_at_a_time ON jobs (issuer_id, node_id, kind) WHERE status IN ('queued', 'processing');
CREATE INDEX jobs_waiting ON jobs (created_at) WHERE status IN ('queued', 'processing');
CREATE INDEX jobs_owner ON jobs (issuer_id, owner_user_id, created_at DESC);

CREATE FUNCTION notify_job_queued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('job_queued', '');
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_queued AFTER INSERT ON jobs FOR EACH STATEMENT EXECUTE FUNCTION notify_job_queued();
