-- A bank account is validated at its bank before anything is paid from it, where the issuer asks for that.
ALTER TYPE wallet_account_state ADD VALUE 'added';
ALTER TYPE wallet_account_state ADD VALUE 'validating';
ALTER TYPE wallet_account_state ADD VALUE 'blocked';
CREATE TYPE wallet_validation AS ENUM ('prenote', 'micro_entries');
CREATE TYPE wallet_block_reason AS ENUM ('returned', 'changed', 'tries', 'expired');

ALTER TABLE wallet_accounts
  ADD COLUMN validation wallet_validation,
  -- Once the bank has it: a prenote is good from this day on, amounts are taken through it.
  ADD COLUMN validation_day date,
  -- The two amounts of micro-entries, as a keyed hash.
  ADD COLUMN amounts_hash bytea CHECK (length(amounts_hash) = 32),
  ADD COLUMN tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 3),
  ADD COLUMN block_reason wallet_block_reason,
  -- The bank's code of a return or a change.
  ADD COLUMN block_code text CHECK (block_code ~ '^[A-Z0-9]{3,4}$'),
  ADD CONSTRAINT wallet_accounts_validation CHECK (
    (state::text NOT IN ('added', 'validating') OR validation IS NOT NULL) AND (validation IS NULL OR scheme = 'us')),
  ADD CONSTRAINT wallet_accounts_amounts CHECK (
    (amounts_hash IS NULL OR validation IS NOT DISTINCT FROM 'micro_entries')
    AND (state::text <> 'validating' OR validation <> 'micro_entries' OR amounts_hash IS NOT NULL)),
  ADD CONSTRAINT wallet_accounts_blocked CHECK (
    (state::text = 'blocked') = (block_reason IS NOT NULL)
    AND coalesce(block_reason::text IN ('returned', 'changed'), FALSE) = (block_code IS NOT NULL));
DROP INDEX wallet_accounts_proposed;
CREATE INDEX wallet_accounts_proposed ON wallet_accounts (issuer_id, added_at, id)
  WHERE state = 'proposed' OR decided_at IS NOT NULL;
CREATE INDEX wallet_accounts_validation ON wallet_accounts (issuer_id, id) WHERE validation IS NOT NULL;

CREATE TYPE payment_file_kind AS ENUM ('payments', 'validation');
-- What a validation file moves is as secret as its amounts: its total is none.
ALTER TABLE payment_files
  ADD COLUMN kind payment_file_kind NOT NULL DEFAULT 'payments',
  DROP CONSTRAINT payment_files_total_check,
  ADD CONSTRAINT payment_files_total_check CHECK (total >= 0 AND (kind = 'payments') = (total > 0));

-- The entries of a validation file. Those of an account that was removed stay, since the bank may still return them: no
-- foreign key holds it.
CREATE TABLE validation_entries (
  issuer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  trace text NOT NULL CHECK (trace ~ '^[A-Z0-9-]{1,35}$'),
  wallet_account_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, file_id, trace),
  FOREIGN KEY (issuer_id, file_id) REFERENCES payment_files (issuer_id, id)
);
CREATE INDEX validation_entries_found ON validation_entries (issuer_id, trace);
CREATE INDEX validation_entries_account ON validation_entries (issuer_id, wallet_account_id);
