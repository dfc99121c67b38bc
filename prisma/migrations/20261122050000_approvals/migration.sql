-- Who approves what (CD.30): profiles of a company with their levels, where they hold, and who stands in for whom.

CREATE TABLE approval_profiles (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Its limits are in this company's currency.
  company_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  UNIQUE (issuer_id, id, company_id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id)
);
CREATE UNIQUE INDEX approval_profiles_name ON approval_profiles (issuer_id, company_id, lower(name));

CREATE TABLE approval_levels (
  issuer_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 10),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The largest amount that it approves; none: any.
  amount_limit numeric(19, 4) CHECK (amount_limit > 0),
  PRIMARY KEY (issuer_id, profile_id, position),
  FOREIGN KEY (issuer_id, profile_id) REFERENCES approval_profiles (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX approval_levels_name ON approval_levels (issuer_id, profile_id, lower(name));

-- The approval group of a level.
CREATE TABLE approval_level_members (
  issuer_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  position smallint NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, profile_id, position, user_id),
  FOREIGN KEY (issuer_id, profile_id, position) REFERENCES approval_levels (issuer_id, profile_id, position) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX approval_level_members_user ON approval_level_members (issuer_id, user_id);

-- One level at least, numbered through; each limit is above the one before, and only the last may be none.
CREATE FUNCTION check_approval_levels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  key jsonb := to_jsonb(coalesce(NEW, OLD));
  issuer uuid := (key ->> 'issuer_id')::uuid;
  profile uuid := CASE TG_TABLE_NAME WHEN 'approval_profiles' THEN key ->> 'id' ELSE key ->> 'profile_id' END;
  wrong boolean;
BEGIN
  PERFORM 1 FROM approval_profiles p WHERE (p.issuer_id, p.id) = (issuer, profile);
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT count(*) = 0 OR bool_or(number <> position OR before >= amount_limit OR (position > 1 AND before IS NULL))
  INTO wrong FROM (
    SELECT position, amount_limit, row_number() OVER places AS number, lag(amount_limit) OVER places AS before
    FROM approval_levels l WHERE (l.issuer_id, l.profile_id) = (issuer, profile)
    WINDOW places AS (ORDER BY position)
  ) AS levels;
  IF wrong THEN
    RAISE EXCEPTION 'the limits of approval profile % do not rise from level to level', profile USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER approval_profiles_levels AFTER INSERT ON approval_profiles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_approval_levels();
CREATE CONSTRAINT TRIGGER approval_levels_rise AFTER INSERT OR UPDATE OR DELETE ON approval_levels
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_approval_levels();

-- Where a profile holds, and for everything below that has none of its own; at the company: by default.
CREATE TABLE approval_places (
  issuer_id uuid NOT NULL,
  node_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  company_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, node_id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, profile_id, company_id) REFERENCES approval_profiles (issuer_id, id, company_id) ON DELETE CASCADE
);
CREATE INDEX approval_places_company ON approval_places (issuer_id, company_id);
CREATE INDEX approval_places_profile ON approval_places (issuer_id, profile_id);

CREATE FUNCTION check_approval_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM nodes n WHERE (n.issuer_id, n.id, n.company_id) = (NEW.issuer_id, NEW.node_id, NEW.company_id)
    AND n.kind IN ('company', 'account_group', 'org_point');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'node % is no place of the profile''s company', NEW.node_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_places_company BEFORE INSERT OR UPDATE ON approval_places
  FOR EACH ROW EXECUTE FUNCTION check_approval_place();

-- Somebody approves for somebody else, from one day to another as the issuer's time zone has them.
CREATE TABLE approval_delegations (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  delegator_id uuid NOT NULL,
  delegate_id uuid NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  reason text CHECK (length(reason) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, delegator_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, delegate_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  CHECK (delegator_id <> delegate_id),
  CHECK (last_day BETWEEN first_day AND first_day + 366)
);
CREATE INDEX approval_delegations_delegate ON approval_delegations (issuer_id, delegate_id, first_day, id);
CREATE INDEX approval_delegations_delegator ON approval_delegations (issuer_id, delegator_id, first_day, id);

-- What waits for an approval: few of all, in the order of lists.
CREATE INDEX transactions_reviewed ON transactions (issuer_id, company_id, posting_date, id) WHERE state = 'reviewed';
