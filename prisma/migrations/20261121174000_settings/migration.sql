-- What is set of lib/settings, for an issuer or a company.

-- NULL: neither has set it, so the default of its declaration holds.
CREATE FUNCTION setting_value(issuer uuid, company uuid, setting text) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT value FROM settings
  WHERE issuer_id = issuer AND node_id IN (company, issuer) AND key = setting
  ORDER BY node_id = issuer_id LIMIT 1
$$;

-- Only issuers and companies have settings.
CREATE FUNCTION check_setting_node() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM nodes WHERE issuer_id = NEW.issuer_id AND id = NEW.node_id AND kind IN ('issuer', 'company');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'settings belong to an issuer or a company' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER settings_node AFTER INSERT OR UPDATE OF node_id ON settings FOR EACH ROW EXECUTE FUNCTION check_setting_node();

-- Single values and lists of them; the longest holds 900 characters (C5.051).
ALTER TABLE settings ADD CHECK (jsonb_typeof(value) <> 'object' AND length(value::text) <= 4000);

-- Four columns of issuers become settings. They stay for the version before and are not read any more.
INSERT INTO settings (issuer_id, node_id, key, value)
  SELECT id, id, 'session.idle.minutes', to_jsonb(idle_timeout_minutes) FROM issuers WHERE idle_timeout_minutes <> 15
  UNION ALL SELECT id, id, 'lock.release.minutes', coalesce(to_jsonb(automatic_unlock_minutes), 'null') FROM issuers
    WHERE automatic_unlock_minutes IS DISTINCT FROM 30
  UNION ALL SELECT id, id, 'one.time.pin.required', 'true'::jsonb FROM issuers WHERE one_time_pin_required
  UNION ALL SELECT id, id, 'password.temporary.hours', to_jsonb(temporary_password_hours) FROM issuers
    WHERE temporary_password_hours <> 24;
