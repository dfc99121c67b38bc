-- Bank accounts that people pay their card accounts from, and the payments that they make.
CREATE TYPE wallet_scheme AS ENUM ('us', 'iban');
CREATE TYPE bank_account_kind AS ENUM ('checking', 'savings');

CREATE TABLE wallet_accounts (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- A wallet has five places (C9.030).
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 5),
  scheme wallet_scheme NOT NULL,
  country char(2) NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  nickname text NOT NULL CHECK (length(nickname) BETWEEN 1 AND 40),
  holder_name text NOT NULL CHECK (length(holder_name) BETWEEN 1 AND 70),
  -- Of a US account: its bank, with the check digit of the routing number.
  routing_number char(9) CHECK (
    routing_number ~ '^\d{9}$' AND (
      3 * (substr(routing_number, 1, 1)::int + substr(routing_number, 4, 1)::int + substr(routing_number, 7, 1)::int)
      + 7 * (substr(routing_number, 2, 1)::int + substr(routing_number, 5, 1)::int + substr(routing_number, 8, 1)::int)
      + substr(routing_number, 3, 1)::int + substr(routing_number, 6, 1)::int + substr(routing_number, 9, 1)::int) % 10 = 0),
  kind bank_account_kind,
  -- The account number or the IBAN, sealed for this row; a keyed hash finds the same one again.
  number_encrypted bytea NOT NULL,
  number_key_id text NOT NULL,
  number_hash bytea NOT NULL CHECK (length(number_hash) = 32),
  last_four text NOT NULL CHECK (last_four ~ '^[0-9A-Z]{4}$'),
  is_default boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id),
  CONSTRAINT wallet_accounts_of_scheme CHECK (
    (scheme = 'us') = (routing_number IS NOT NULL) AND (scheme = 'us') = (kind IS NOT NULL)
    AND (scheme = 'us') = (country = 'US'))
);
CREATE UNIQUE INDEX wallet_accounts_place ON wallet_accounts (issuer_id, user_id, place);
-- The same bank account is in a wallet once (C5.129).
CREATE UNIQUE INDEX wallet_accounts_number ON wallet_accounts (issuer_id, user_id, number_hash);
CREATE UNIQUE INDEX wallet_accounts_default ON wallet_accounts (issuer_id, user_id) WHERE is_default;

CREATE TYPE payment_state AS ENUM ('scheduled', 'cancelled');

CREATE TABLE payments (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  -- People name it by this: P-000123.
  number integer NOT NULL CHECK (number > 0),
  company_id uuid NOT NULL,
  account_id uuid NOT NULL,
  payer_id uuid NOT NULL,
  -- The form that it was confirmed with: however often it is sent, it makes one payment.
  form_key uuid NOT NULL,
  -- What it is paid from, until it has ended: the foreign key keeps that account in its wallet.
  wallet_account_id uuid,
  from_scheme wallet_scheme NOT NULL,
  from_last_four text NOT NULL CHECK (from_last_four ~ '^[0-9A-Z]{4}$'),
  -- Never below 100 (C5.031); an issuer may raise that.
  amount numeric(19,4) NOT NULL CHECK (amount BETWEEN 100 AND 99999999.99 AND amount = round(amount, 2)),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  pay_on date NOT NULL,
  -- The words that the payer agreed to.
  authorization_text text NOT NULL CHECK (length(authorization_text) BETWEEN 1 AND 2000),
  made_at timestamptz NOT NULL,
  state payment_state NOT NULL DEFAULT 'scheduled',
  ended_at timestamptz,
  ended_by uuid,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, payer_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, wallet_account_id) REFERENCES wallet_accounts (issuer_id, id),
  CONSTRAINT payments_under_way CHECK ((state::text IN ('scheduled', 'sent')) = (wallet_account_id IS NOT NULL)),
  CONSTRAINT payments_end CHECK (
    (state::text IN ('cancelled', 'paid', 'returned')) = (ended_at IS NOT NULL)
    AND (state::text = 'cancelled') = (ended_by IS NOT NULL))
);
CREATE UNIQUE INDEX payments_number ON payments (issuer_id, number);
CREATE UNIQUE INDEX payments_form ON payments (issuer_id, payer_id, form_key);
CREATE INDEX payments_account ON payments (issuer_id, account_id);
CREATE INDEX payments_wallet_account ON payments (issuer_id, wallet_account_id) WHERE wallet_account_id IS NOT NULL;
CREATE INDEX payments_made ON payments (issuer_id, made_at, id);

-- What the transactions that retention has deleted came to, so that the balance of their account stays exact.
CREATE TABLE account_balances (
  issuer_id uuid NOT NULL,
  account_id uuid NOT NULL,
  carried numeric(19,4) NOT NULL,
  PRIMARY KEY (issuer_id, account_id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE
);
