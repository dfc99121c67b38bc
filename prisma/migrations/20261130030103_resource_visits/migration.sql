-- The resource centre: when somebody looked, and who opened what.
CREATE TABLE resource_visits (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The last look of the present visit, and that of the visit before; none: it is the first.
  seen_at timestamptz NOT NULL,
  before_at timestamptz CHECK (before_at < seen_at),
  PRIMARY KEY (issuer_id, user_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);

CREATE TABLE resource_opens (
  issuer_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  -- A reader may be of another issuer than the resource, as an issuer group's administrator is.
  user_issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  times integer NOT NULL CHECK (times > 0),
  PRIMARY KEY (issuer_id, resource_id, user_issuer_id, user_id),
  CHECK (first_at <= last_at),
  FOREIGN KEY (issuer_id, resource_id) REFERENCES setup_records (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX resource_opens_user ON resource_opens (user_issuer_id, user_id);
