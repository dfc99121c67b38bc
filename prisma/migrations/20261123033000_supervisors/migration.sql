-- Who a person reports to (C6.009): another user of the issuer. Nobody reports to themselves, directly or through others.
ALTER TABLE users
  ADD COLUMN supervisor_id uuid,
  ADD CONSTRAINT users_supervisor FOREIGN KEY (issuer_id, supervisor_id) REFERENCES users (issuer_id, id) ON DELETE SET NULL (supervisor_id),
  ADD CONSTRAINT users_own_supervisor CHECK (supervisor_id <> id);
CREATE INDEX users_supervisor ON users (issuer_id, supervisor_id) WHERE supervisor_id IS NOT NULL;

-- Somebody and all above them.
CREATE FUNCTION supervisor_line(issuer uuid, someone uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE line AS (
    SELECT id, supervisor_id FROM users WHERE issuer_id = issuer AND id = someone
    UNION SELECT u.id, u.supervisor_id FROM users u JOIN line ON u.issuer_id = issuer AND u.id = line.supervisor_id
  )
  SELECT id FROM line
$$;

-- One change at a time an issuer: two at once could close a circle that neither of them sees.
CREATE FUNCTION check_supervisor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('supervisors/' || NEW.issuer_id));
  IF EXISTS (SELECT FROM supervisor_line(NEW.issuer_id, NEW.supervisor_id) AS above WHERE above = NEW.id) THEN
    RAISE EXCEPTION 'user % would report to themselves', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'users_no_circle';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_no_circle AFTER UPDATE OF supervisor_id ON users FOR EACH ROW
  WHEN (NEW.supervisor_id IS DISTINCT FROM OLD.supervisor_id AND NEW.supervisor_id IS NOT NULL) EXECUTE FUNCTION check_supervisor();
CREATE TRIGGER users_no_circle_from_the_start AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.supervisor_id IS NOT NULL) EXECUTE FUNCTION check_supervisor();
