-- What a person lets the issuer collect by from an account with an IBAN (SEPA direct debit), until it ends.
CREATE TYPE mandate_scheme AS ENUM ('CORE', 'B2B');
CREATE TYPE mandate_state AS ENUM ('active', 'blocked', 'cancelled', 'lapsed');

CREATE TABLE sepa_mandates (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  -- A mandate is kept when its account was removed from the wallet: no foreign key holds it.
  wallet_account_id uuid NOT NULL,
  -- Who gave it.
  user_id uuid NOT NULL,
  -- Of the account, from 1.
  number integer NOT NULL CHECK (number BETWEEN 1 AND 999999),
  reference text NOT NULL CHECK (reference ~ '^[A-Z0-9-]{1,35}$'),
  scheme mandate_scheme NOT NULL,
  -- The words that were agreed to, and when; the day is where the issuer is.
  authorization_text text NOT NULL CHECK (length(authorization_text) BETWEEN 1 AND 4000),
  given_at timestamptz NOT NULL,
  signed_on date NOT NULL,
  state mandate_state NOT NULL DEFAULT 'active',
  ended_at timestamptz,
  -- The bank's code for blocking it.
  block_code text CHECK (block_code ~ '^MD[0-9]{2}$'),
  -- The creditor of its last collection, and the day of that.
  creditor_id text CHECK (creditor_id ~ '^[A-Z0-9]{8,35}$'),
  collected_on date,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id),
  CONSTRAINT sepa_mandates_ended CHECK ((state = 'active') = (ended_at IS NULL)),
  CONSTRAINT sepa_mandates_blocked CHECK ((state = 'blocked') = (block_code IS NOT NULL)),
  CONSTRAINT sepa_mandates_collected CHECK ((creditor_id IS NULL) = (collected_on IS NULL))
);
CREATE UNIQUE INDEX sepa_mandates_reference ON sepa_mandates (issuer_id, reference);
CREATE UNIQUE INDEX sepa_mandates_number ON sepa_mandates (issuer_id, wallet_account_id, number);
CREATE UNIQUE INDEX sepa_mandates_active ON sepa_mandates (issuer_id, wallet_account_id) WHERE state = 'active';
CREATE INDEX sepa_mandates_user ON sepa_mandates (issuer_id, user_id);
CREATE INDEX sepa_mandates_lapsing ON sepa_mandates (coalesce(collected_on, signed_on)) WHERE state = 'active';

-- The mandate that a payment was collected by.
ALTER TABLE payment_entries
  ADD COLUMN mandate_id uuid,
  ADD FOREIGN KEY (issuer_id, mandate_id) REFERENCES sepa_mandates (issuer_id, id);
CREATE INDEX payment_entries_mandate ON payment_entries (issuer_id, mandate_id) WHERE mandate_id IS NOT NULL;
