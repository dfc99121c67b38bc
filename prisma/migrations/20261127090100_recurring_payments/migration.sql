CREATE TYPE recurring_pays AS ENUM ('statement', 'minimum', 'fixed');
CREATE TYPE recurring_state AS ENUM ('active', 'paused', 'stopped');

-- What is paid of each statement of an account, until it is stopped.
CREATE TABLE recurring_payments (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  account_id uuid NOT NULL,
  payer_id uuid NOT NULL,
  -- The payer with the assignment by which it was set up, whose rights are looked up again each time.
  payer jsonb NOT NULL CHECK (jsonb_typeof(payer) = 'object'),
  -- Null once it was removed from the wallet: then nothing is paid.
  wallet_account_id uuid,
  from_last_four text NOT NULL CHECK (from_last_four ~ '^[0-9A-Z]{4}$'),
  pays recurring_pays NOT NULL,
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount numeric(19,4) CHECK (amount BETWEEN 100 AND 99999999.99 AND amount = round(amount, 2)),
  days_before smallint NOT NULL CHECK (days_before BETWEEN 0 AND 20),
  -- Statements that closed until this day are not paid by it.
  after date NOT NULL,
  state recurring_state NOT NULL DEFAULT 'active',
  authorization_text text NOT NULL CHECK (length(authorization_text) BETWEEN 1 AND 2000),
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, payer_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, wallet_account_id) REFERENCES wallet_accounts (issuer_id, id) ON DELETE SET NULL (wallet_account_id),
  CONSTRAINT recurring_payments_amount CHECK ((pays = 'fixed') = (amount IS NOT NULL)),
  CONSTRAINT recurring_payments_end CHECK ((state = 'stopped') = (ended_at IS NOT NULL))
);
-- An account has one that isn't stopped.
CREATE UNIQUE INDEX recurring_payments_one ON recurring_payments (issuer_id, account_id) WHERE state <> 'stopped';
CREATE INDEX recurring_payments_wallet ON recurring_payments (issuer_id, wallet_account_id) WHERE wallet_account_id IS NOT NULL;
CREATE INDEX recurring_payments_payer ON recurring_payments (issuer_id, payer_id);

-- What was done about a statement: once.
CREATE TYPE recurring_outcome AS ENUM ('made', 'nothing', 'skipped');
CREATE TABLE recurring_runs (
  issuer_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  recurring_id uuid NOT NULL,
  outcome recurring_outcome NOT NULL,
  payment_id uuid,
  -- Why it was skipped.
  reason text CHECK (reason IN ('account', 'least', 'rights', 'other')),
  done_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, statement_id),
  FOREIGN KEY (issuer_id, statement_id) REFERENCES account_statements (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, recurring_id) REFERENCES recurring_payments (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, payment_id) REFERENCES payments (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT recurring_runs_outcome CHECK (
    (outcome = 'made') = (payment_id IS NOT NULL) AND (outcome = 'skipped') = (reason IS NOT NULL))
);
CREATE INDEX recurring_runs_recurring ON recurring_runs (issuer_id, recurring_id, done_at);
