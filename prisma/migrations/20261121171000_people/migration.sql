-- User records, their links, templates and groups, and looking through another user's eyes.

-- A session in which an administrator sees what another user sees: opens the workspace, and nothing of the
-- user's own sign-in.
ALTER TYPE session_kind ADD VALUE 'access';

ALTER TABLE users
  ADD COLUMN phone text CHECK (phone ~ '^\+?[0-9][0-9 ()/.-]{2,29}$'),
  ADD COLUMN status_since timestamptz NOT NULL DEFAULT now(),
  -- Deleted is inactive for good; the names go after the retention (CD.31).
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN anonymized_at timestamptz,
  ADD CHECK (deleted_at IS NULL OR status = 'inactive'),
  ADD CHECK (anonymized_at IS NULL OR deleted_at IS NOT NULL);
UPDATE users SET status_since = coalesce(locked_at, created_at);
-- Those that see every issuer ask by id alone.
CREATE INDEX users_id ON users (id);
CREATE INDEX users_to_anonymize ON users (deleted_at) WHERE deleted_at IS NOT NULL AND anonymized_at IS NULL;

CREATE FUNCTION note_status_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.status_since := coalesce(NEW.locked_at, now());
  RETURN NEW;
END $$;
CREATE TRIGGER users_status_since BEFORE UPDATE OF status ON users FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION note_status_since();

-- The administrator's own session: with it ends what it opened.
ALTER TABLE sessions
  ADD COLUMN accessor_session_id uuid,
  ADD FOREIGN KEY (accessor_issuer_id, accessor_session_id) REFERENCES sessions (issuer_id, id) ON DELETE CASCADE,
  ADD CHECK ((accessor_session_id IS NULL) = (accessor_user_id IS NULL)),
  ADD CHECK ((kind::text = 'access') = (accessor_user_id IS NOT NULL)),
  ADD CHECK (accessor_user_id IS NULL OR expires_at <= created_at + interval '15 minutes');
CREATE INDEX sessions_accessor ON sessions (accessor_issuer_id, accessor_session_id) WHERE accessor_session_id IS NOT NULL;

-- User ids of one person (CD.32). Links stay within an issuer: it is the root of their reporting structure.
CREATE TYPE user_link_status AS ENUM ('unconfirmed', 'confirmed', 'unlinked');
CREATE TABLE user_links (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  primary_user_id uuid NOT NULL,
  linked_user_id uuid NOT NULL CHECK (linked_user_id <> primary_user_id),
  status user_link_status NOT NULL DEFAULT 'unconfirmed',
  requested_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  unlinked_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, primary_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, linked_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  CHECK (status <> 'confirmed' OR confirmed_at IS NOT NULL),
  CHECK ((status = 'unlinked') = (unlinked_at IS NOT NULL))
);
-- An id belongs to one person.
CREATE UNIQUE INDEX user_links_confirmed ON user_links (issuer_id, linked_user_id) WHERE status = 'confirmed';
CREATE UNIQUE INDEX user_links_pair ON user_links (issuer_id, primary_user_id, linked_user_id) WHERE status <> 'unlinked';
CREATE INDEX user_links_linked ON user_links (issuer_id, linked_user_id);

-- What a new user begins with.
CREATE TABLE user_templates (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  node_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  description text CHECK (length(description) <= 1024),
  role user_role NOT NULL CHECK (role NOT IN ('H', 'Z')),
  authority_template_id uuid,
  locale text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, authority_template_id) REFERENCES authority_templates (issuer_id, id)
);
CREATE UNIQUE INDEX user_templates_name ON user_templates (issuer_id, node_id, lower(name));
CREATE INDEX user_templates_list ON user_templates (issuer_id, name, id);
CREATE INDEX user_templates_authorities ON user_templates (issuer_id, authority_template_id) WHERE authority_template_id IS NOT NULL;
CREATE INDEX authority_templates_list ON authority_templates (issuer_id, name, id);

CREATE TABLE user_groups (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  node_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  description text CHECK (length(description) <= 1024),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id)
);
CREATE UNIQUE INDEX user_groups_name ON user_groups (issuer_id, node_id, lower(name));
CREATE INDEX user_groups_list ON user_groups (issuer_id, name, id);

CREATE TABLE user_group_members (
  issuer_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, group_id, user_id),
  FOREIGN KEY (issuer_id, group_id) REFERENCES user_groups (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX user_group_members_user ON user_group_members (issuer_id, user_id);

-- At least one user (C9.042): whatever takes the last one away must take the group too.
CREATE FUNCTION check_user_group_members() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE emptied uuid := CASE TG_TABLE_NAME WHEN 'user_groups' THEN (to_jsonb(NEW) ->> 'id')::uuid ELSE (to_jsonb(OLD) ->> 'group_id')::uuid END;
DECLARE issuer uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.issuer_id ELSE NEW.issuer_id END;
BEGIN
  IF EXISTS (SELECT 1 FROM user_groups WHERE issuer_id = issuer AND id = emptied)
    AND NOT EXISTS (SELECT 1 FROM user_group_members WHERE issuer_id = issuer AND group_id = emptied)
  THEN
    RAISE EXCEPTION 'a user group has one user at least' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER user_groups_members AFTER INSERT ON user_groups
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_user_group_members();
CREATE CONSTRAINT TRIGGER user_group_members_left AFTER DELETE ON user_group_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_user_group_members();

-- The user ids of the person whose one this is: the primary one, and what is linked to it.
CREATE FUNCTION person_ids(issuer uuid, someone uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH head AS (
    SELECT coalesce((SELECT primary_user_id FROM user_links
      WHERE issuer_id = issuer AND linked_user_id = someone AND status = 'confirmed'), someone) AS id
  )
  SELECT id FROM head
  UNION SELECT l.linked_user_id FROM user_links l JOIN head ON l.primary_user_id = head.id
    WHERE l.issuer_id = issuer AND l.status = 'confirmed'
$$;

-- The orders of the list of users, also for who sees every issuer; and an address looked for by its beginning.
CREATE INDEX users_everybody_name ON users (last_name, first_name, id);
CREATE INDEX users_user_id ON users (user_id, id);
CREATE INDEX users_last_sign_in ON users ((last_sign_in_at IS NULL), (coalesce(last_sign_in_at, 'epoch'::timestamptz)), id);
CREATE INDEX users_email ON users (lower(email) text_pattern_ops) WHERE email IS NOT NULL;

-- The list is filtered by these; an enum's own cast to text can't be indexed.
CREATE FUNCTION status_word(status user_status) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS 'SELECT status::text';
CREATE FUNCTION role_word(role user_role) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS 'SELECT role::text';
CREATE INDEX users_status ON users (issuer_id, (status_word(status)), last_name, first_name, id);
CREATE INDEX users_role ON users (issuer_id, (role_word(role)), last_name, first_name, id);
