-- The audit viewer: whose part an entry belongs to, who looked through whose eyes, and verification in steps.

ALTER TABLE audit_entries
  -- The node of the record, else of the actor. None: only who sees the whole issuer sees the entry. What was
  -- about a node stays when the node goes, so this is no foreign key.
  ADD COLUMN node_id uuid,
  -- The issuer the actor belongs to, when it is another: the system's own, or one of the same issuer group.
  ADD COLUMN actor_issuer_id uuid,
  -- Who looked through the actor's eyes.
  ADD COLUMN accessor_issuer_id uuid,
  ADD COLUMN accessor_user_id uuid,
  ADD CHECK ((accessor_issuer_id IS NULL) = (accessor_user_id IS NULL));

CREATE INDEX audit_entries_time ON audit_entries (issuer_id, occurred_at);
CREATE INDEX audit_entries_node ON audit_entries (issuer_id, node_id, occurred_at);
CREATE INDEX audit_entries_action ON audit_entries (issuer_id, action, occurred_at);
CREATE INDEX audit_entries_record ON audit_entries (issuer_id, entity, entity_id, occurred_at DESC);
DROP INDEX audit_entries_user;

-- The hash of an entry. What an entry hasn't got is no part of it, so entries from before these columns still hold.
CREATE OR REPLACE FUNCTION audit_entry_hash(entry audit_entries) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to((jsonb_build_object(
    'issuer_id', entry.issuer_id, 'sequence', entry.sequence,
    'occurred_at', extract(epoch FROM entry.occurred_at),
    'actor_user_id', entry.actor_user_id, 'action', entry.action, 'entity', entry.entity,
    'entity_id', entry.entity_id, 'details', entry.details,
    'request_id', entry.request_id, 'address', host(entry.address)
  ) || CASE WHEN coalesce(entry.node_id, entry.actor_issuer_id, entry.accessor_issuer_id) IS NULL THEN '{}'
    ELSE jsonb_strip_nulls(jsonb_build_object(
      'node_id', entry.node_id, 'actor_issuer_id', entry.actor_issuer_id,
      'accessor_issuer_id', entry.accessor_issuer_id, 'accessor_user_id', entry.accessor_user_id
    )) END)::text, 'UTF8'))
$$;

-- What an entry's writer needn't say: where an actor of another issuer belongs, and the node: where the user stands
-- whom the entry is about, else the actor.
CREATE FUNCTION place_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE actor_node uuid;
BEGIN
  IF NEW.actor_user_id IS NOT NULL THEN
    SELECT node_id INTO actor_node FROM users WHERE issuer_id = NEW.issuer_id AND id = NEW.actor_user_id;
    IF NOT FOUND THEN
      SELECT issuer_id INTO NEW.actor_issuer_id FROM users
      WHERE id = NEW.actor_user_id AND issuer_id = ANY(ARRAY(
        SELECT '00000000-0000-7000-8000-000000000000'::uuid
        UNION SELECT o.issuer_id FROM issuer_group_members m JOIN issuer_group_members o USING (issuer_group_id)
          WHERE m.issuer_id = NEW.issuer_id));
    END IF;
  END IF;
  IF NEW.node_id IS NULL AND NEW.entity = 'user' AND NEW.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    SELECT node_id INTO NEW.node_id FROM users WHERE issuer_id = NEW.issuer_id AND id = NEW.entity_id::uuid;
  END IF;
  NEW.node_id := coalesce(NEW.node_id, actor_node);
  RETURN NEW;
END $$;
-- Triggers run in the order of their names: this one before the hash is made.
CREATE TRIGGER audit_entries_a_place BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION place_audit_entry();

-- The first `most` entries after one whose sequence and hash are known: the first that doesn't hold (none: NULL),
-- the last one, and the head that the issuer's chain has at the same moment.
CREATE FUNCTION verify_audit_entries(issuer uuid, after bigint, after_hash bytea, most integer)
RETURNS TABLE (broken_sequence bigint, checked integer, last_sequence bigint, last_hash bytea, head_sequence bigint, head_hash bytea)
LANGUAGE sql STABLE AS $$
  WITH part AS MATERIALIZED (
    SELECT e.sequence, e.hash, e.previous_hash, audit_entry_hash(e) AS proper FROM audit_entries e
    WHERE e.issuer_id = issuer AND e.sequence > after ORDER BY e.sequence LIMIT most
  ), chain AS (
    SELECT sequence, hash, hash = proper
      AND previous_hash = coalesce(lag(hash) OVER w, after_hash)
      AND sequence = coalesce(lag(sequence) OVER w, after) + 1 AS holds
    FROM part WINDOW w AS (ORDER BY sequence)
  )
  SELECT (SELECT min(sequence) FROM chain WHERE NOT holds), (SELECT count(*)::integer FROM chain),
    (SELECT max(sequence) FROM chain), (SELECT hash FROM chain ORDER BY sequence DESC LIMIT 1), h.sequence, h.hash
  FROM audit_heads h WHERE h.issuer_id = issuer
$$;

-- What the last verification of an issuer's chain found. The entry up to which it was whole is remembered with its
-- hash: a chain that was later made anew from the start no longer has it.
CREATE TABLE audit_verifications (
  issuer_id uuid PRIMARY KEY REFERENCES issuers (id),
  finished_at timestamptz NOT NULL,
  verifier_issuer_id uuid NOT NULL,
  verifier_user_id uuid NOT NULL,
  broken_sequence bigint,
  whole_sequence bigint NOT NULL DEFAULT 0,
  whole_hash bytea NOT NULL DEFAULT sha256(''),
  FOREIGN KEY (verifier_issuer_id, verifier_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
