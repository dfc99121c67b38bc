-- The front door: brands, issuers, users, credentials, sessions, audit, outbox, client log.
-- Tenant tables carry issuer_id first in their key, and foreign keys carry both columns,
-- so that a row can't point across issuers (docs/architecture.md, "Data").

CREATE TYPE brand_status AS ENUM ('draft', 'active', 'retired');
CREATE TYPE brand_image_kind AS ENUM ('logo', 'footer');
CREATE TYPE footer_layout AS ENUM ('standard', 'columns', 'centered', 'regulated', 'minimal');
CREATE TYPE user_role AS ENUM ('A', 'C', 'G', 'H', 'I', 'O', 'S', 'Z');
CREATE TYPE user_status AS ENUM ('active', 'inactive', 'locked');
CREATE TYPE lock_cause AS ENUM (
  'password_attempts', 'one_time_password_expired', 'dual_authentication',
  'invalid_challenge_response', 'self_registration', 'administrator'
);
CREATE TYPE login_type AS ENUM ('pwd', 'token');
CREATE TYPE session_kind AS ENUM ('full', 'change_password', 'one_time_pin', 'new_pin', 'next_token');
CREATE TYPE reset_token_status AS ENUM ('active', 'used', 'revoked');
CREATE TYPE hardware_token_status AS ENUM ('new_pin', 'active', 'next_token', 'revoked');
CREATE TYPE hardware_token_algorithm AS ENUM ('SHA1', 'SHA256');
CREATE TYPE outbox_status AS ENUM ('queued', 'sent', 'failed');
CREATE TYPE client_log_level AS ENUM ('DEBUG', 'INFO', 'ERROR');

-- Brands --------------------------------------------------------------------------------------

CREATE TABLE brands (
  name text PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  parent_name text REFERENCES brands (name) CHECK (parent_name <> name),
  family text NOT NULL CHECK (family ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  abbreviation text NOT NULL UNIQUE CHECK (abbreviation ~ '^[A-Za-z0-9]{2,20}$'),
  display_name text NOT NULL CHECK (length(display_name) BETWEEN 1 AND 80),
  status brand_status NOT NULL DEFAULT 'active',
  development boolean NOT NULL DEFAULT false,
  app_name text CHECK (length(app_name) BETWEEN 1 AND 80),
  sign_in_to_label text CHECK (length(sign_in_to_label) BETWEEN 1 AND 80),
  -- Empty: the parent's. The first is the brand's own default.
  locales text[] NOT NULL DEFAULT '{}' CHECK (
    locales <@ ARRAY[
      'en_US', 'da', 'de', 'en_GB', 'es', 'es_ES', 'fi', 'fr', 'fr_CA', 'in', 'it', 'ja', 'ko', 'nl',
      'no', 'pl', 'pt', 'pt_PT', 'ru', 'sv', 'tr', 'zh_CN', 'zh_TW'
    ]
  ),
  company_self_register_supported boolean,
  prospective_account_application_supported boolean,
  fsso_redirect_url text CHECK (fsso_redirect_url = '' OR fsso_redirect_url ~ '^https://'),
  fsso_logout_url text CHECK (fsso_logout_url = '' OR fsso_logout_url ~ '^https://'),
  footer_layout footer_layout,
  footer jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(footer) = 'object'),
  theme jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(theme) = 'object'),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX brands_parent_name ON brands (parent_name);

CREATE TABLE brand_hostnames (
  hostname text PRIMARY KEY CHECK (hostname = lower(hostname) AND hostname ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'),
  brand_name text NOT NULL REFERENCES brands (name) ON DELETE CASCADE
);
CREATE INDEX brand_hostnames_brand_name ON brand_hostnames (brand_name);

CREATE TABLE brand_texts (
  brand_name text NOT NULL REFERENCES brands (name) ON DELETE CASCADE,
  locale text NOT NULL,
  key text NOT NULL CHECK (key ~ '^[a-z0-9.]{1,100}$'),
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 2000),
  PRIMARY KEY (brand_name, locale, key)
);

CREATE TABLE brand_images (
  brand_name text NOT NULL REFERENCES brands (name) ON DELETE CASCADE,
  kind brand_image_kind NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('image/svg+xml', 'image/png', 'image/jpeg', 'image/gif')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 262144),
  PRIMARY KEY (brand_name, kind, media_type)
);

-- Every process keeps resolved brands for 900 s (P9.010); a change reaches them at once.
CREATE FUNCTION notify_brand_saved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('brand_saved', '');
  RETURN NULL;
END $$;
CREATE TRIGGER brands_saved AFTER INSERT OR UPDATE OR DELETE ON brands FOR EACH STATEMENT EXECUTE FUNCTION notify_brand_saved();
CREATE TRIGGER brand_hostnames_saved AFTER INSERT OR UPDATE OR DELETE ON brand_hostnames FOR EACH STATEMENT EXECUTE FUNCTION notify_brand_saved();
CREATE TRIGGER brand_texts_saved AFTER INSERT OR UPDATE OR DELETE ON brand_texts FOR EACH STATEMENT EXECUTE FUNCTION notify_brand_saved();
CREATE TRIGGER brand_images_saved AFTER INSERT OR UPDATE OR DELETE ON brand_images FOR EACH STATEMENT EXECUTE FUNCTION notify_brand_saved();

-- Issuers and users ---------------------------------------------------------------------------

CREATE TABLE issuers (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[A-Z0-9]{1,12}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  name_2 text CHECK (length(name_2) BETWEEN 1 AND 80),
  time_zone text NOT NULL DEFAULT 'UTC',
  base_currency char(3) NOT NULL DEFAULT 'USD' CHECK (base_currency ~ '^[A-Z]{3}$'),
  -- PCI DSS 8.2.8: 15 minutes at most.
  idle_timeout_minutes integer NOT NULL DEFAULT 15 CHECK (idle_timeout_minutes BETWEEN 1 AND 15),
  -- Null: only an administrator or a recovery unlocks (PD.10, CD.9).
  automatic_unlock_minutes integer DEFAULT 30 CHECK (automatic_unlock_minutes BETWEEN 30 AND 1440),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE issuer_brands (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  brand_name text NOT NULL REFERENCES brands (name),
  PRIMARY KEY (issuer_id, brand_name)
);
CREATE INDEX issuer_brands_brand_name ON issuer_brands (brand_name);

CREATE TABLE users (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  user_id text NOT NULL CHECK (length(user_id) BETWEEN 1 AND 80),
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 80),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 80),
  email text CHECK (length(email) BETWEEN 3 AND 254),
  role user_role NOT NULL,
  status user_status NOT NULL DEFAULT 'active',
  lock_cause lock_cause,
  locked_at timestamptz,
  locale text,
  last_sign_in_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  CHECK ((status = 'locked') = (lock_cause IS NOT NULL)),
  CHECK ((status = 'locked') = (locked_at IS NOT NULL))
);

-- Where a user id or an alias lives: the one look-up that doesn't know its issuer yet (PD.2 to PD.4).
CREATE TABLE user_directory (
  user_id_key text PRIMARY KEY CHECK (user_id_key = lower(btrim(user_id_key))),
  b2b_alias text NOT NULL UNIQUE CHECK (b2b_alias ~ '^[0-9a-f]{32}$'),
  ldap_id text NOT NULL UNIQUE CHECK (ldap_id ~ '^[0-9a-f]{32}$'),
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  UNIQUE (issuer_id, user_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);

CREATE TABLE credentials (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  login_type login_type NOT NULL DEFAULT 'pwd',
  password_hash text NOT NULL CHECK (password_hash ~ '^\$2b\$'),
  password_set_at timestamptz NOT NULL DEFAULT now(),
  -- A temporary password: to be changed at the next sign-in, and useless after expires_at (CD.33).
  must_change boolean NOT NULL DEFAULT false,
  expires_at timestamptz,
  PRIMARY KEY (issuer_id, user_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);

CREATE TABLE password_history (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  password_hash text NOT NULL CHECK (password_hash ~ '^\$2b\$'),
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, user_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);

-- Failures in a row, by alias: an unknown user id's invented alias counts and locks the same way (PD.2, PD.10).
CREATE TABLE sign_in_counters (
  b2b_alias text PRIMARY KEY CHECK (b2b_alias ~ '^[0-9a-f]{32}$'),
  failed_count integer NOT NULL CHECK (failed_count BETWEEN 0 AND 6),
  failures_since_sign_in integer NOT NULL DEFAULT 0 CHECK (failures_since_sign_in >= 0),
  locked_at timestamptz,
  last_failed_at timestamptz,
  CHECK ((failed_count = 6) = (locked_at IS NOT NULL))
);
CREATE INDEX sign_in_counters_last_failed_at ON sign_in_counters (last_failed_at);

CREATE TABLE sessions (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind session_kind NOT NULL DEFAULT 'full',
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  brand_name text NOT NULL REFERENCES brands (name),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  idle_timeout_seconds integer NOT NULL CHECK (idle_timeout_seconds BETWEEN 30 AND 900),
  expires_at timestamptz NOT NULL CHECK (expires_at <= created_at + interval '12 hours'),
  revoked_at timestamptz,
  address inet,
  user_agent text CHECK (length(user_agent) <= 512),
  -- What the home page tells the user about the time before this sign-in.
  previous_sign_in_at timestamptz,
  failures_before integer NOT NULL DEFAULT 0,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_token_hash ON sessions (token_hash);
CREATE INDEX sessions_user_id ON sessions (issuer_id, user_id) WHERE revoked_at IS NULL;
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE one_time_pins (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= issued_at + interval '15 minutes'),
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at timestamptz,
  voided_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
-- A new code voids the old (PD.11).
CREATE UNIQUE INDEX one_time_pins_live ON one_time_pins (issuer_id, user_id) WHERE used_at IS NULL AND voided_at IS NULL;

CREATE TABLE reset_tokens (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  status reset_token_status NOT NULL DEFAULT 'active',
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= issued_at + interval '15 minutes'),
  used_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  CHECK ((status = 'used') = (used_at IS NOT NULL))
);
CREATE INDEX reset_tokens_token_hash ON reset_tokens (token_hash);
CREATE INDEX reset_tokens_user_id ON reset_tokens (issuer_id, user_id);

CREATE TABLE hardware_tokens (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  serial_number text NOT NULL CHECK (length(serial_number) BETWEEN 1 AND 40),
  status hardware_token_status NOT NULL DEFAULT 'new_pin',
  algorithm hardware_token_algorithm NOT NULL DEFAULT 'SHA256',
  seed_encrypted bytea NOT NULL,
  seed_key_id text NOT NULL,
  pin_hash text,
  drift_steps integer NOT NULL DEFAULT 0,
  -- A code is accepted once (RFC 6238 section 5.2).
  last_accepted_step bigint,
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  UNIQUE (issuer_id, serial_number),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX hardware_tokens_live ON hardware_tokens (issuer_id, user_id) WHERE status <> 'revoked';

CREATE TABLE security_questions (
  question_id text PRIMARY KEY CHECK (question_id ~ '^[a-z0-9.]{1,60}$'),
  active boolean NOT NULL DEFAULT true
);

CREATE TABLE security_answers (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  question_id text NOT NULL REFERENCES security_questions (question_id),
  answer_hash text NOT NULL CHECK (answer_hash ~ '^\$2b\$'),
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, user_id, question_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);

-- Rate limits: the table of the rate-limiter-flexible PostgreSQL store -------------------------

CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limits_expire ON rate_limits (expire);

-- Audit: append-only, hash-chained per issuer, partitioned by month ---------------------------

CREATE TABLE audit_heads (
  issuer_id uuid PRIMARY KEY REFERENCES issuers (id),
  sequence bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT sha256('')
);

CREATE TABLE audit_entries (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  sequence bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  actor_user_id uuid,
  action text NOT NULL CHECK (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  entity text NOT NULL CHECK (entity ~ '^[a-z_]+$'),
  entity_id text,
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  request_id text,
  address inet,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (issuer_id, sequence, occurred_at)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX audit_entries_actor ON audit_entries (issuer_id, actor_user_id, occurred_at DESC);
CREATE TABLE audit_entries_default PARTITION OF audit_entries DEFAULT;

CREATE FUNCTION create_audit_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_heads (issuer_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER issuers_audit_head AFTER INSERT ON issuers FOR EACH ROW EXECUTE FUNCTION create_audit_head();

-- The hash of an entry: what verification computes again from the stored columns.
CREATE FUNCTION audit_entry_hash(entry audit_entries) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to(jsonb_build_object(
    'issuer_id', entry.issuer_id, 'sequence', entry.sequence,
    'occurred_at', extract(epoch FROM entry.occurred_at),
    'actor_user_id', entry.actor_user_id, 'action', entry.action, 'entity', entry.entity,
    'entity_id', entry.entity_id, 'details', entry.details,
    'request_id', entry.request_id, 'address', host(entry.address)
  )::text, 'UTF8'))
$$;

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE head audit_heads;
BEGIN
  SELECT * INTO STRICT head FROM audit_heads WHERE issuer_id = NEW.issuer_id FOR UPDATE;
  NEW.sequence := head.sequence + 1;
  NEW.previous_hash := head.hash;
  NEW.hash := audit_entry_hash(NEW);
  UPDATE audit_heads SET sequence = NEW.sequence, hash = NEW.hash WHERE issuer_id = NEW.issuer_id;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entries_chain BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

-- The first entry whose hash or place in the chain doesn't hold; no row when the chain is whole.
CREATE FUNCTION verify_audit_chain(issuer uuid) RETURNS TABLE (broken_sequence bigint) LANGUAGE sql STABLE AS $$
  WITH chain AS (
    SELECT e.sequence, e.hash = audit_entry_hash(e) AS intact,
      e.previous_hash = lag(e.hash) OVER w AS linked,
      e.sequence = lag(e.sequence) OVER w + 1 AS next_in_order
    FROM audit_entries e WHERE e.issuer_id = issuer WINDOW w AS (ORDER BY e.sequence)
  )
  SELECT broken FROM (
    SELECT sequence AS broken FROM chain WHERE NOT intact OR NOT coalesce(linked, true) OR NOT coalesce(next_in_order, true)
    UNION ALL
    SELECT h.sequence FROM audit_heads h WHERE h.issuer_id = issuer AND h.sequence > 0
      AND NOT EXISTS (SELECT 1 FROM audit_entries e WHERE e.issuer_id = issuer AND e.sequence = h.sequence AND e.hash = h.hash)
  ) breaks ORDER BY broken LIMIT 1
$$;

-- Outbox: side effects leave the transaction that caused them ---------------------------------

CREATE TABLE outbox (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  topic text NOT NULL CHECK (topic ~ '^[a-z_]+(\.[a-z_]+)+$'),
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  status outbox_status NOT NULL DEFAULT 'queued',
  attempts integer NOT NULL DEFAULT 0,
  available_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  last_error text,
  PRIMARY KEY (issuer_id, id)
);
CREATE INDEX outbox_queued ON outbox (available_at) WHERE status = 'queued';

-- Client log: what browsers report, by day, kept 30 days (PD.15) -------------------------------

CREATE TABLE client_log (
  id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  level client_log_level NOT NULL,
  message text NOT NULL CHECK (length(message) <= 4000),
  attributes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(attributes) = 'array'),
  brand_name text,
  request_id text,
  PRIMARY KEY (occurred_at, id)
) PARTITION BY RANGE (occurred_at);
CREATE TABLE client_log_default PARTITION OF client_log DEFAULT;

-- Partitions are made ahead of time; the default ones only catch what maintenance missed.
CREATE FUNCTION create_partition(parent text, first_day date, end_day date, suffix text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE child text := parent || '_' || suffix;
BEGIN
  IF to_regclass(child) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
    child, parent, first_day::timestamp AT TIME ZONE 'UTC', end_day::timestamp AT TIME ZONE 'UTC');
EXCEPTION
  -- Rows of that span already sit in the default partition: they stay there.
  WHEN check_violation THEN RAISE WARNING 'partition % not made: the default partition holds its rows', child;
END $$;

CREATE FUNCTION maintain_partitions(today date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month date := date_trunc('month', today);
  old record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('maintain_partitions'));
  FOR i IN 0..12 LOOP
    PERFORM create_partition('audit_entries', (month + make_interval(months => i))::date,
      (month + make_interval(months => i + 1))::date, to_char(month + make_interval(months => i), 'YYYY_MM'));
  END LOOP;
  FOR i IN 0..14 LOOP
    PERFORM create_partition('client_log', today + i, today + i + 1, to_char(today + i, 'YYYY_MM_DD'));
  END LOOP;
  FOR old IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'client_log'::regclass AND c.relname ~ '^client_log_\d{4}_\d{2}_\d{2}$'
      AND to_date(right(c.relname, 10), 'YYYY_MM_DD') < today - 30
  LOOP
    EXECUTE format('DROP TABLE %I', old.relname);
  END LOOP;
  DELETE FROM client_log_default WHERE occurred_at < today - 30;
END $$;
SELECT maintain_partitions(current_date);

-- The operator's own issuer: system administrators belong to it, and events of nobody known are audited there.
INSERT INTO issuers (id, number, name) VALUES ('00000000-0000-7000-8000-000000000000', 'SYSTEM', 'System');
