-- A role may be held for a time only: to the end of its last day, where the issuer is (C6.009). The primary role has
-- no last day, so that a person always has a role to fall back to.
ALTER TABLE assignments
  ADD COLUMN last_day date,
  ADD CONSTRAINT assignments_primary_lasts CHECK (NOT is_primary OR last_day IS NULL),
  -- One day of grace: a day ends at different instants around the world.
  ADD CONSTRAINT assignments_last_day CHECK (last_day >= (created_at AT TIME ZONE 'UTC')::date - 1);

-- Whether a role with this last day still gives something at an instant. Every statement that reads what roles give asks it.
CREATE FUNCTION role_in_force(issuer uuid, last_day date, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT last_day IS NULL OR last_day >= (at AT TIME ZONE (SELECT i.time_zone FROM issuers i WHERE i.id = issuer))::date
$$;
