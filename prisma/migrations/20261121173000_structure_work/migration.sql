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

-- The words that a node is searched by, and where those who see every issuer begin a list.
CREATE FUNCTION node_words(number text, name_1 text, name_2 text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(number || ' ', '') || name_1 || coalesce(' ' || name_2, '')
$$;
CREATE INDEX nodes_words ON nodes USING gin (node_words(number, name_1, name_2) gin_trgm_ops);
CREATE INDEX nodes_everywhere ON nodes (kind, name_1, id);
