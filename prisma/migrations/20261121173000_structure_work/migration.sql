-- Jobs that are worked on stay, whatever happens around them (CD.35).
CREATE FUNCTION keep_processing_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'job % is worked on and can not be deleted', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER jobs_keep_processing BEFORE DELETE ON jobs FOR EACH ROW
  WHEN (OLD.status = 'processing') EXECUTE FUNCTION keep_processing_job();

-- The shape of an issuer's structure: who creates a node holds this lock shared until the commit, who moves,
-- closes or deletes holds it alone, so that no node is ever put below a path that is being rewritten.
CREATE FUNCTION structure_lock(issuer uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('structure/' || issuer, 0)
$$;
CREATE OR REPLACE FUNCTION place_node() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE above nodes;
BEGIN
  IF NEW.parent_id IS NULL THEN
    NEW.path := lpad(to_hex(nextval('node_labels')), 8, '0');
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(structure_lock(NEW.issuer_id));
  SELECT * INTO STRICT above FROM nodes WHERE issuer_id = NEW.issuer_id AND id = NEW.parent_id FOR KEY SHARE;
  NEW.parent_kind := above.kind;
  NEW.company_id := CASE WHEN NEW.kind = 'company' THEN NEW.id ELSE above.company_id END;
  NEW.path := above.path || lpad(to_hex(nextval('node_labels')), 8, '0');
  RETURN NEW;
END $$;

ALTER TABLE nodes
  -- Fifteen levels of org points, with all that is above them and an account below.
  ADD CHECK (length(path) <= 160),
  -- A path is the parent's and one label more: what a wrong statement would break first.
  ADD CHECK ((parent_id IS NULL) = (length(path) = 8));
-- Those who see every issuer look a node up by its id alone.
CREATE INDEX nodes_id ON nodes (id);

-- Where those who see every issuer begin a list.
CREATE INDEX nodes_everywhere ON nodes (kind, name_1, id);

-- Uploads of the structure: checked first, then applied as a whole. What was applied stays as the record of
-- what each row changed; its digest stands in the audit.
CREATE TYPE structure_upload_status AS ENUM ('checking', 'checked', 'applied', 'failed');

CREATE TABLE structure_uploads (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  -- The part of the structure that it may change: an issuer, a company group or a company.
  node_id uuid NOT NULL,
  owner_user_id uuid NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  file_sha256 bytea NOT NULL CHECK (octet_length(file_sha256) = 32),
  -- The file itself, sealed, until it has been checked.
  file_id uuid,
  status structure_upload_status NOT NULL DEFAULT 'checking',
  -- The job that works on it, or did last.
  job_id uuid,
  row_count integer NOT NULL DEFAULT 0,
  fault_count integer NOT NULL DEFAULT 0,
  -- How many rows do what: {"create": 12, "move": 1}.
  actions jsonb NOT NULL DEFAULT '{}',
  refusal jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  applied_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, file_id) REFERENCES files (issuer_id, id) ON DELETE SET NULL (file_id),
  CHECK ((applied_at IS NOT NULL) = (status = 'applied')),
  CHECK ((refusal IS NOT NULL) = (status = 'failed'))
);
CREATE INDEX structure_uploads_owner ON structure_uploads (issuer_id, owner_user_id, created_at DESC);

-- The rows that would change something.
CREATE TABLE structure_upload_rows (
  issuer_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  row integer NOT NULL,
  kind node_kind NOT NULL,
  -- create, change, move, close, reopen, suspend, resume.
  actions text[] NOT NULL,
  node_id uuid NOT NULL,
  -- Of what is there already: the version that was looked at.
  node_version integer,
  parent_id uuid NOT NULL,
  parent_kind node_kind NOT NULL,
  parent_version integer,
  company_id uuid,
  label text,
  number text,
  name_1 text NOT NULL,
  name_2 text,
  level smallint,
  status node_status NOT NULL,
  state account_state,
  currency char(3),
  fiscal_start smallint,
  last_four char(4),
  bank_number text,
  ica text,
  card_type text,
  status_code text,
  credit_limit numeric(19, 4),
  transaction_limit numeric(19, 4),
  opened_on date,
  -- By heading: what it is and what it becomes.
  changes jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (issuer_id, upload_id, row),
  FOREIGN KEY (issuer_id, upload_id) REFERENCES structure_uploads (issuer_id, id) ON DELETE CASCADE
);

CREATE TABLE structure_upload_faults (
  issuer_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  position integer NOT NULL,
  row integer NOT NULL,
  -- The column's letters, none for the row as a whole.
  cell_column text,
  heading text,
  code text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (issuer_id, upload_id, position),
  FOREIGN KEY (issuer_id, upload_id) REFERENCES structure_uploads (issuer_id, id) ON DELETE CASCADE
);

-- Protected card numbers of accounts to be, gone once they are applied.
CREATE TABLE structure_upload_cards (
  issuer_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  node_id uuid NOT NULL,
  card_number_encrypted bytea NOT NULL,
  card_number_key_id text NOT NULL,
  card_number_hash bytea NOT NULL,
  PRIMARY KEY (issuer_id, upload_id, node_id),
  FOREIGN KEY (issuer_id, upload_id) REFERENCES structure_uploads (issuer_id, id) ON DELETE CASCADE
);

-- What was applied is a record, and stays as it was.
CREATE FUNCTION keep_applied_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM structure_uploads u WHERE u.issuer_id = OLD.issuer_id AND u.id = OLD.upload_id AND u.status = 'applied') THEN
    RAISE EXCEPTION 'what upload % changed can not be rewritten', OLD.upload_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER structure_upload_rows_keep BEFORE UPDATE OR DELETE ON structure_upload_rows
  FOR EACH ROW EXECUTE FUNCTION keep_applied_upload();
