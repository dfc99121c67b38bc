-- One-time passcodes, recovery, tokens and the mails that go with them.

-- The outbox keeps its payload encrypted, and only until it is done.
DROP INDEX outbox_queued;
ALTER TABLE outbox DROP COLUMN payload;
ALTER TABLE outbox ADD COLUMN payload bytea;
ALTER TABLE outbox ADD CHECK (status <> 'queued' OR payload IS NOT NULL) NOT VALID;
CREATE INDEX outbox_queued ON outbox (available_at) WHERE status = 'queued';
CREATE INDEX outbox_finished_at ON outbox (finished_at) WHERE finished_at IS NOT NULL;

CREATE FUNCTION notify_outbox_queued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('outbox_queued', '');
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_queued AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox_queued();

-- A brand's own sender, feature flags and factors; what is null comes from its parent.
ALTER TABLE brands
  ADD COLUMN mail_from_name text CHECK (length(mail_from_name) BETWEEN 1 AND 80),
  ADD COLUMN mail_from_address text CHECK (mail_from_address ~ '^[^@[:space:]<>"]{1,64}@[A-Za-z0-9.-]{1,190}$'),
  ADD COLUMN password_reset_link boolean,
  ADD COLUMN one_time_pin_required boolean;

ALTER TABLE issuers
  ADD COLUMN one_time_pin_required boolean NOT NULL DEFAULT false,
  -- CD.33: 24 hours, settable from 1 to 72.
  ADD COLUMN temporary_password_hours integer NOT NULL DEFAULT 24 CHECK (temporary_password_hours BETWEEN 1 AND 72);

-- A code asked for before the password is apart from one asked for after it: nobody who knows only a
-- user id can void the code of a person who is signing in.
ALTER TABLE one_time_pins ADD COLUMN session_id uuid;
ALTER TABLE one_time_pins ADD FOREIGN KEY (issuer_id, session_id) REFERENCES sessions (issuer_id, id) ON DELETE CASCADE;
DROP INDEX one_time_pins_live;
CREATE UNIQUE INDEX one_time_pins_live ON one_time_pins
  (issuer_id, user_id, coalesce(session_id, '00000000-0000-0000-0000-000000000000')) WHERE used_at IS NULL AND voided_at IS NULL;
CREATE INDEX one_time_pins_session_id ON one_time_pins (issuer_id, session_id);

ALTER TABLE reset_tokens ADD COLUMN tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5);

-- The demo's own mail catcher.
CREATE TABLE caught_mails (
  id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL,
  -- The same message handed over twice is one message (RFC 5322 section 3.6.4).
  message_id text NOT NULL UNIQUE,
  sender text NOT NULL,
  recipients text[] NOT NULL,
  subject text NOT NULL,
  source bytea NOT NULL CHECK (octet_length(source) <= 1048576)
);
CREATE INDEX caught_mails_received_at ON caught_mails (received_at);

INSERT INTO security_questions (question_id) VALUES
  ('first.pet'), ('first.school'), ('first.job'), ('childhood.street'), ('childhood.friend'), ('favourite.teacher');
