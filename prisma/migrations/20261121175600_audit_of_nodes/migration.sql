-- An entry about a node belongs to that node.

CREATE OR REPLACE FUNCTION place_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF NEW.node_id IS NULL AND NEW.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    NEW.node_id := CASE WHEN NEW.entity = 'user'
      THEN (SELECT node_id FROM users WHERE issuer_id = NEW.issuer_id AND id = NEW.entity_id::uuid)
      ELSE (SELECT id FROM nodes WHERE issuer_id = NEW.issuer_id AND id = NEW.entity_id::uuid) END;
  END IF;
  NEW.node_id := coalesce(NEW.node_id, actor_node);
  RETURN NEW;
END $$;
