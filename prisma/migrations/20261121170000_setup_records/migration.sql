-- Set-up records: lists with rules, one declaration each (lib/setup/entities).

CREATE TABLE setup_records (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  entity text NOT NULL CHECK (entity ~ '^[a-z]+(-[a-z]+)*$'),
  -- The issuer or company that it belongs to.
  owner_id uuid NOT NULL,
  -- The record that it is a part of, as a value is of its accounting code; of the same owner.
  parent_id uuid,
  -- What it is unique and counted within.
  within_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(parent_id, owner_id)) STORED,
  code text CHECK (length(code) BETWEEN 1 AND 255),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 1024),
  -- The other fields, as the declaration of the entity reads them.
  data jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(data) = 'object'),
  inactive_since timestamptz,
  active boolean NOT NULL GENERATED ALWAYS AS (inactive_since IS NULL) STORED,
  position integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  UNIQUE (issuer_id, id, owner_id),
  UNIQUE (issuer_id, id, within_id, entity),
  FOREIGN KEY (issuer_id, owner_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, parent_id, owner_id) REFERENCES setup_records (issuer_id, id, owner_id)
);
-- Lists in each of their orders, by key.
CREATE INDEX setup_records_name ON setup_records (issuer_id, within_id, entity, lower(coalesce(name, '')), id);
CREATE INDEX setup_records_code ON setup_records (issuer_id, within_id, entity, lower(coalesce(code, '')), id);
CREATE INDEX setup_records_position ON setup_records (issuer_id, within_id, entity, position, id);
CREATE INDEX setup_records_parent ON setup_records (issuer_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX setup_records_owner ON setup_records (issuer_id, owner_id);
CREATE INDEX setup_records_name_words ON setup_records USING gin (name gin_trgm_ops);
CREATE INDEX setup_records_code_words ON setup_records USING gin (code gin_trgm_ops);

-- What no two records may share, whatever the case: a code, a name, a currency.
CREATE TABLE setup_record_keys (
  issuer_id uuid NOT NULL,
  -- The owner or the parent that the value is unique within.
  within_id uuid NOT NULL,
  entity text NOT NULL,
  key text NOT NULL CHECK (key ~ '^[A-Za-z]{1,40}$'),
  value text COLLATE "C" NOT NULL CHECK (length(value) <= 2100),
  record_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, within_id, entity, key, value),
  UNIQUE (issuer_id, record_id, key),
  FOREIGN KEY (issuer_id, record_id) REFERENCES setup_records (issuer_id, id) ON DELETE CASCADE
);

-- What a record points to: another record, a node of the structure, a file. What is pointed to stays.
CREATE TABLE setup_references (
  issuer_id uuid NOT NULL,
  record_id uuid NOT NULL,
  field text NOT NULL CHECK (field ~ '^[A-Za-z]{1,40}$'),
  place smallint NOT NULL,
  target_record_id uuid,
  target_node_id uuid,
  target_file_id uuid,
  PRIMARY KEY (issuer_id, record_id, field, place),
  FOREIGN KEY (issuer_id, record_id) REFERENCES setup_records (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, target_record_id) REFERENCES setup_records (issuer_id, id),
  FOREIGN KEY (issuer_id, target_node_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, target_file_id) REFERENCES files (issuer_id, id),
  CHECK (num_nonnulls(target_record_id, target_node_id, target_file_id) = 1)
);
CREATE INDEX setup_references_record ON setup_references (issuer_id, target_record_id) WHERE target_record_id IS NOT NULL;
CREATE INDEX setup_references_node ON setup_references (issuer_id, target_node_id) WHERE target_node_id IS NOT NULL;
CREATE INDEX setup_references_file ON setup_references (issuer_id, target_file_id) WHERE target_file_id IS NOT NULL;

-- How many records of an entity an owner or a parent has, and how many active ones it may have.
CREATE TABLE setup_totals (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  within_id uuid NOT NULL,
  entity text NOT NULL,
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  active integer NOT NULL DEFAULT 0 CHECK (active BETWEEN 0 AND total),
  maximum integer,
  PRIMARY KEY (issuer_id, within_id, entity),
  CHECK (active <= maximum)
);

CREATE FUNCTION count_setup_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE setup_totals t SET total = t.total - gone.total, active = t.active - gone.active
    FROM (SELECT issuer_id, within_id, entity, count(*) AS total, count(*) FILTER (WHERE active) AS active
      FROM before GROUP BY 1, 2, 3) gone
    WHERE (t.issuer_id, t.within_id, t.entity) = (gone.issuer_id, gone.within_id, gone.entity);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO setup_totals AS t (issuer_id, within_id, entity, total, active)
    SELECT issuer_id, within_id, entity, count(*), count(*) FILTER (WHERE active) FROM after GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (issuer_id, within_id, entity)
    DO UPDATE SET total = t.total + EXCLUDED.total, active = t.active + EXCLUDED.active;
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM setup_totals t USING (SELECT DISTINCT issuer_id, id FROM before) gone
    WHERE (t.issuer_id, t.within_id) = (gone.issuer_id, gone.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER setup_records_count_new AFTER INSERT ON setup_records
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_setup_records();
CREATE TRIGGER setup_records_count_gone AFTER DELETE ON setup_records
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_setup_records();
CREATE TRIGGER setup_records_count_changed AFTER UPDATE ON setup_records
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_setup_records();
