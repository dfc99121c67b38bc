ALTER TYPE payment_file_kind ADD VALUE 'repayments';
ALTER TABLE payment_files DROP CONSTRAINT payment_files_total_check,
  ADD CONSTRAINT payment_files_total_check CHECK (total >= 0 AND (kind::text <> 'validation') = (total > 0));

-- A report is settled by a payable file or by bank, never by both: what settles it refers to it with its way.
CREATE TYPE settlement_way AS ENUM ('payable_file', 'bank');
ALTER TABLE expense_reports ADD COLUMN settled_by settlement_way;
UPDATE expense_reports r SET settled_by = 'payable_file' WHERE EXISTS (
  SELECT 1 FROM payable_entries e WHERE (e.issuer_id, e.report_id) = (r.issuer_id, r.id) AND e.stands);
ALTER TABLE expense_reports
  ADD CONSTRAINT expense_reports_settled CHECK (settled_by IS NULL OR state = 'approved');
CREATE UNIQUE INDEX expense_reports_way ON expense_reports (issuer_id, id, settled_by);
ALTER TABLE payable_entries
  ADD COLUMN way settlement_way GENERATED ALWAYS AS (CASE WHEN stands THEN 'payable_file'::settlement_way END) STORED,
  ADD CONSTRAINT payable_entries_way FOREIGN KEY (issuer_id, report_id, way)
    REFERENCES expense_reports (issuer_id, id, settled_by) DEFERRABLE INITIALLY DEFERRED;

-- The bank account in their own wallet that a person is paid back to.
CREATE UNIQUE INDEX wallet_accounts_of_owner ON wallet_accounts (issuer_id, user_id, id);
CREATE TABLE repayment_accounts (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  wallet_account_id uuid NOT NULL,
  chosen_at timestamptz NOT NULL,
  -- What they have agreed to, so that personal shares are collected from it; null: they haven't.
  authorization_text text CHECK (length(authorization_text) BETWEEN 1 AND 2000),
  PRIMARY KEY (issuer_id, user_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id, wallet_account_id) REFERENCES wallet_accounts (issuer_id, user_id, id) ON DELETE CASCADE
);
CREATE INDEX repayment_accounts_wallet ON repayment_accounts (issuer_id, wallet_account_id);

-- The bank account by which a company pays back; a company without one uses payable files.
CREATE TABLE repayment_payers (
  issuer_id uuid NOT NULL,
  company_id uuid NOT NULL,
  wallet_account_id uuid NOT NULL,
  chosen_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, company_id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, wallet_account_id) REFERENCES wallet_accounts (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX repayment_payers_wallet ON repayment_payers (issuer_id, wallet_account_id);

CREATE TYPE repayment_direction AS ENUM ('credit', 'debit');
CREATE TYPE repayment_state AS ENUM ('to_send', 'in_file', 'settled', 'returned', 'cancelled');

-- What an approved report leaves to be paid back (a credit to its owner) or owed (a debit), by bank.
CREATE TABLE repayments (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Counted by issuer.
  number integer NOT NULL CHECK (number > 0),
  company_id uuid NOT NULL,
  report_id uuid NOT NULL,
  user_id uuid NOT NULL,
  direction repayment_direction NOT NULL,
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  own numeric(19, 4) NOT NULL CHECK (own >= 0),
  personal numeric(19, 4) NOT NULL CHECK (personal >= 0),
  amount numeric(19, 4) NOT NULL,
  -- The owner's bank account while it is under way, and its last characters for ever.
  wallet_account_id uuid,
  scheme wallet_scheme NOT NULL,
  last_four text NOT NULL CHECK (last_four ~ '^[0-9A-Z]{4}$'),
  -- Of a debit: what its owner has agreed to, and when.
  authorization_text text,
  agreed_at timestamptz,
  made_at timestamptz NOT NULL,
  state repayment_state NOT NULL DEFAULT 'to_send',
  ended_at timestamptz,
  -- The bank's code for its return.
  return_code text CHECK (return_code ~ '^[A-Z0-9]{3,4}$'),
  version integer NOT NULL DEFAULT 1,
  -- Of the last file that it was in, whose account may be gone from its wallet.
  sent_to uuid,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries >= 0),
  way settlement_way GENERATED ALWAYS AS (CASE WHEN state <> 'cancelled' THEN 'bank'::settlement_way END) STORED,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, report_id) REFERENCES expense_reports (issuer_id, id),
  CONSTRAINT repayments_way FOREIGN KEY (issuer_id, report_id, way)
    REFERENCES expense_reports (issuer_id, id, settled_by) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, wallet_account_id) REFERENCES wallet_accounts (issuer_id, id),
  CONSTRAINT repayments_amount CHECK (
    amount > 0 AND amount = CASE direction WHEN 'credit' THEN own - personal ELSE personal - own END),
  CONSTRAINT repayments_agreed CHECK (
    (direction = 'debit') = (agreed_at IS NOT NULL) AND (agreed_at IS NULL) = (authorization_text IS NULL)),
  CONSTRAINT repayments_under_way CHECK ((state IN ('to_send', 'in_file')) = (wallet_account_id IS NOT NULL)),
  CONSTRAINT repayments_end CHECK ((state IN ('to_send', 'in_file')) = (ended_at IS NULL)),
  CONSTRAINT repayments_return CHECK ((state = 'returned') = (return_code IS NOT NULL))
);
CREATE UNIQUE INDEX repayments_number ON repayments (issuer_id, number);
CREATE UNIQUE INDEX repayments_once ON repayments (issuer_id, report_id) WHERE state <> 'cancelled';
CREATE INDEX repayments_made ON repayments (issuer_id, made_at, id);
CREATE INDEX repayments_user ON repayments (issuer_id, user_id);
CREATE INDEX repayments_wallet ON repayments (issuer_id, wallet_account_id) WHERE wallet_account_id IS NOT NULL;
CREATE INDEX repayments_to_send ON repayments (issuer_id, made_at) WHERE state = 'to_send';

-- The entries of a file of repayments: one that was returned may be in another file again.
CREATE TABLE repayment_entries (
  issuer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  trace text NOT NULL CHECK (trace ~ '^[A-Z0-9-]{1,35}$'),
  company_id uuid NOT NULL,
  -- What the file does for the people in it.
  direction repayment_direction NOT NULL,
  -- Null: the company's own side of a balanced file.
  repayment_id uuid,
  last_four text NOT NULL CHECK (last_four ~ '^[0-9A-Z]{4}$'),
  return_code text CHECK (return_code ~ '^[A-Z0-9]{3,4}$'),
  PRIMARY KEY (issuer_id, file_id, trace),
  FOREIGN KEY (issuer_id, file_id) REFERENCES payment_files (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, repayment_id) REFERENCES repayments (issuer_id, id)
);
CREATE UNIQUE INDEX repayment_entries_once ON repayment_entries (issuer_id, repayment_id) WHERE return_code IS NULL;
CREATE INDEX repayment_entries_found ON repayment_entries (issuer_id, trace);
CREATE INDEX repayment_entries_repayment ON repayment_entries (issuer_id, repayment_id);
