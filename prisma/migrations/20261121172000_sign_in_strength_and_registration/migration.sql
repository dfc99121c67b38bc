-- Dual authentication, soft tokens, sign-on by single sign-on alone, and self-registration.

-- Steps of a sign-in: answering a challenge question, enrolling for them, taking one's soft token.
ALTER TYPE session_kind ADD VALUE 'challenge';
ALTER TYPE session_kind ADD VALUE 'enrol_challenge';
ALTER TYPE session_kind ADD VALUE 'soft_token';

-- Whom only the brand's identity provider lets in, whatever their issuer and company have set.
ALTER TABLE credentials ADD COLUMN sso_only boolean NOT NULL DEFAULT false;

-- Soft tokens --------------------------------------------------------------------------------------

-- Issued, and its seed not yet handed out: its user still signs in by password.
ALTER TYPE hardware_token_status ADD VALUE 'pending' BEFORE 'new_pin';
ALTER TABLE hardware_tokens
  ADD COLUMN software boolean NOT NULL DEFAULT false,
  ADD COLUMN handed_out_at timestamptz;

-- Dual authentication ------------------------------------------------------------------------------

CREATE TABLE challenge_enrolments (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  enrolled_at timestamptz NOT NULL,
  -- Asked until it is answered rightly: signing in again must not bring an easier one.
  asked_question_id text,
  PRIMARY KEY (issuer_id, user_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);

CREATE TABLE challenge_responses (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- One of the product's, such as first.pet, or the id of one of the issuer's own.
  question_id text NOT NULL CHECK (question_id ~ '^[a-z0-9.-]{1,60}$'),
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 10),
  response_hash text NOT NULL CHECK (response_hash ~ '^\$2b\$'),
  PRIMARY KEY (issuer_id, user_id, question_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES challenge_enrolments (issuer_id, user_id) ON DELETE CASCADE
);

-- Browsers that a person asked to be recognized in: no challenge question follows the password there.
CREATE TABLE recognized_browsers (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  browser_hash bytea NOT NULL CHECK (octet_length(browser_hash) = 32),
  recognized_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= recognized_at + interval '30 days'),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX recognized_browsers_user ON recognized_browsers (issuer_id, user_id);
CREATE INDEX recognized_browsers_expires_at ON recognized_browsers (expires_at);

-- Self-registration (CD.34) --------------------------------------------------------------------------

CREATE TYPE registration_kind AS ENUM ('cardholder', 'company', 'account_application');
CREATE TYPE registration_state AS ENUM ('started', 'verified', 'matched', 'pending_approval', 'approved', 'declined');

-- By which cardholders of a company say that it is theirs (C5.038).
CREATE TABLE corporate_codes (
  issuer_id uuid NOT NULL,
  company_id uuid NOT NULL,
  kind node_kind NOT NULL DEFAULT 'company' CHECK (kind = 'company'),
  code text NOT NULL CHECK (
    code ~ '^\d{6,10}$' AND code !~ '(\d)\1{3}'
    AND code !~ '0123|1234|2345|3456|4567|5678|6789|9876|8765|7654|6543|5432|4321|3210'
  ),
  set_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, company_id),
  UNIQUE (issuer_id, code),
  FOREIGN KEY (issuer_id, company_id, kind) REFERENCES nodes (issuer_id, id, kind) ON DELETE CASCADE
);

-- A registration until it belongs to an issuer: started, then verified by mail. Found by the hash of the
-- link's token; whose it is stands sealed in it.
CREATE TABLE registration_starts (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  kind registration_kind NOT NULL,
  state registration_state NOT NULL DEFAULT 'started' CHECK (state IN ('started', 'verified')),
  brand_name text NOT NULL REFERENCES brands (name),
  locale text NOT NULL,
  sealed bytea NOT NULL,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= started_at + interval '24 hours')
);
CREATE INDEX registration_starts_expires_at ON registration_starts (expires_at);

CREATE TABLE registrations (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  kind registration_kind NOT NULL,
  state registration_state NOT NULL CHECK (state IN ('matched', 'pending_approval', 'approved', 'declined')),
  -- Where it belongs in the structure, and so who sees it: a cardholder's account, else the issuer.
  node_id uuid NOT NULL,
  brand_name text NOT NULL REFERENCES brands (name),
  locale text NOT NULL,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  -- Of the company, or of the person.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  -- Of a matched cardholder, who has still to choose user id and password.
  token_hash bytea CHECK (octet_length(token_hash) = 32),
  expires_at timestamptz,
  registered_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid,
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  -- Who came of it.
  user_id uuid,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE SET NULL (user_id),
  CHECK ((state = 'matched') = (token_hash IS NOT NULL)),
  CHECK ((state = 'matched') = (expires_at IS NOT NULL)),
  CHECK ((state IN ('approved', 'declined')) = (decided_at IS NOT NULL)),
  CHECK ((state = 'declined') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX registrations_token_hash ON registrations (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX registrations_queue ON registrations (issuer_id, state, registered_at DESC, id);

-- Details that matched no account, counted for the account number and for the e-mail address alike, whether
-- they are anybody's or not; the third locks (CD.34).
CREATE TYPE registration_subject AS ENUM ('account', 'email');
CREATE TABLE registration_locks (
  id uuid NOT NULL UNIQUE,
  subject registration_subject NOT NULL,
  subject_hash bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  misses smallint NOT NULL CHECK (misses BETWEEN 1 AND 3),
  last_missed_at timestamptz NOT NULL,
  locked_at timestamptz,
  -- Who can clear it: whoever sees the account, or the company whose corporate code was given last.
  issuer_id uuid,
  node_id uuid,
  -- The e-mail address, or the last four digits of the account number.
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 254),
  PRIMARY KEY (subject, subject_hash),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE,
  CHECK ((locked_at IS NOT NULL) = (misses = 3)),
  CHECK ((issuer_id IS NULL) = (node_id IS NULL))
);
CREATE INDEX registration_locks_place ON registration_locks (issuer_id, locked_at DESC) WHERE locked_at IS NOT NULL;
