-- A bank account that somebody besides its owner has to confirm before anything is paid from it.
CREATE TYPE wallet_account_state AS ENUM ('proposed', 'usable', 'declined');

ALTER TABLE wallet_accounts
  ADD COLUMN state wallet_account_state NOT NULL DEFAULT 'usable',
  -- The second person, if one was asked.
  ADD COLUMN decided_at timestamptz,
  ADD COLUMN decided_by uuid,
  ADD COLUMN decline_reason text CHECK (length(decline_reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT wallet_accounts_second_person CHECK (decided_by <> user_id),
  ADD CONSTRAINT wallet_accounts_decided CHECK (
    (decided_at IS NULL) = (decided_by IS NULL)
    AND (state <> 'proposed' OR decided_by IS NULL) AND (state <> 'declined' OR decided_by IS NOT NULL)
    AND (state = 'declined') = (decline_reason IS NOT NULL));
-- What waits for a second person, and what one has decided.
CREATE INDEX wallet_accounts_proposed ON wallet_accounts (issuer_id, added_at, id)
  WHERE state <> 'usable' OR decided_at IS NOT NULL;
