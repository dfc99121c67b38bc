-- The files by which the payments of an issuer are collected at its bank, and what the bank answers.
ALTER TYPE payment_state ADD VALUE 'sent';
ALTER TYPE payment_state ADD VALUE 'accepted';
ALTER TYPE payment_state ADD VALUE 'paid';
ALTER TYPE payment_state ADD VALUE 'returned';

-- Why the bank returned it, in the bank's code. A payment with the bank is still under way.
ALTER TABLE payments ADD COLUMN return_code text CHECK (return_code ~ '^[A-Z0-9]{3,4}$');
ALTER TABLE payments DROP CONSTRAINT payments_under_way;
ALTER TABLE payments ADD CONSTRAINT payments_under_way CHECK (
  (state::text IN ('scheduled', 'sent', 'accepted')) = (wallet_account_id IS NOT NULL));
ALTER TABLE payments ADD CONSTRAINT payments_return CHECK ((state::text = 'returned') = (return_code IS NOT NULL));
CREATE INDEX payments_under_way_on ON payments (issuer_id, pay_on) WHERE wallet_account_id IS NOT NULL;

CREATE TYPE payment_rail AS ENUM ('nacha', 'sepa');

CREATE TABLE payment_files (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  rail payment_rail NOT NULL,
  -- Counted by issuer and rail.
  number integer NOT NULL CHECK (number > 0),
  -- What the bank's answers call it.
  message_id text NOT NULL CHECK (message_id ~ '^[A-Z0-9-]{1,35}$'),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  collect_on date NOT NULL,
  payment_count integer NOT NULL CHECK (payment_count > 0),
  total numeric(19,4) NOT NULL CHECK (total > 0),
  written_at timestamptz NOT NULL,
  -- The sealed bytes that the bank gets, the same each time.
  file_id uuid NOT NULL,
  -- When it was first fetched for the bank; it doesn't settle before.
  fetched_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, file_id) REFERENCES large_files (issuer_id, id),
  CONSTRAINT payment_files_currency CHECK (rail::text <> 'nacha' OR currency = 'USD')
);
CREATE UNIQUE INDEX payment_files_number ON payment_files (issuer_id, rail, number);
CREATE UNIQUE INDEX payment_files_message ON payment_files (issuer_id, message_id);
CREATE UNIQUE INDEX payment_files_file ON payment_files (issuer_id, file_id);
CREATE INDEX payment_files_written ON payment_files (issuer_id, written_at, id);

-- The payment of each entry of a file: its key lets a payment be in one file only.
CREATE TABLE payment_entries (
  issuer_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  file_id uuid NOT NULL,
  -- What the bank's answers call it.
  trace text NOT NULL CHECK (trace ~ '^[A-Z0-9-]{1,35}$'),
  -- What the bank asks to change for the next time, in its code.
  change_code text CHECK (change_code ~ '^C[0-9]{2}$'),
  PRIMARY KEY (issuer_id, payment_id),
  FOREIGN KEY (issuer_id, payment_id) REFERENCES payments (issuer_id, id),
  FOREIGN KEY (issuer_id, file_id) REFERENCES payment_files (issuer_id, id)
);
CREATE UNIQUE INDEX payment_entries_trace ON payment_entries (issuer_id, file_id, trace);
CREATE INDEX payment_entries_found ON payment_entries (issuer_id, trace);

CREATE TYPE payment_answer_source AS ENUM ('upload', 'simulated');

CREATE TABLE payment_answers (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  source payment_answer_source NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  file_sha256 bytea NOT NULL CHECK (length(file_sha256) = 32),
  brought_at timestamptz NOT NULL,
  brought_by uuid,
  -- What the bank calls it, so that it is read once.
  identity text CHECK (length(identity) BETWEEN 1 AND 100),
  accepted integer NOT NULL DEFAULT 0 CHECK (accepted >= 0),
  paid integer NOT NULL DEFAULT 0 CHECK (paid >= 0),
  returned integer NOT NULL DEFAULT 0 CHECK (returned >= 0),
  changes integer NOT NULL DEFAULT 0 CHECK (changes >= 0),
  -- Why it was refused as a whole.
  refusal jsonb CHECK (jsonb_typeof(refusal) = 'object'),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, brought_by) REFERENCES users (issuer_id, id),
  CONSTRAINT payment_answers_refused CHECK (
    (refusal IS NULL) = (identity IS NOT NULL) AND (refusal IS NULL OR accepted + paid + returned + changes = 0))
);
CREATE UNIQUE INDEX payment_answers_identity ON payment_answers (issuer_id, identity);
CREATE INDEX payment_answers_brought ON payment_answers (issuer_id, brought_at, id);

-- The issuer's own account is a hash and four characters in its record; the number is sealed beside it.
ALTER TABLE setup_records ADD CONSTRAINT setup_records_bank_originator CHECK (
  entity <> 'bank-originator' OR coalesce(data->>'iban' ~ '^kept:[0-9a-f]{64}:[0-9A-Z]{4}$', data->>'rail' = 'nacha', false));
