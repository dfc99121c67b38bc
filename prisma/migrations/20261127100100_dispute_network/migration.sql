-- What was won of a dispute, and the provisional credit that was taken back at its end.
ALTER TABLE disputes
  ADD COLUMN won_amount numeric(19,4),
  ADD COLUMN credit_reversed numeric(19,4),
  ADD COLUMN credit_reversed_on date,
  ADD CONSTRAINT disputes_won_amount CHECK (
    (state = 'partly_won') = (won_amount IS NOT NULL) AND (won_amount IS NULL OR won_amount > 0 AND won_amount < amount)),
  ADD CONSTRAINT disputes_reversal CHECK (
    (credit_reversed IS NULL) = (credit_reversed_on IS NULL)
    AND (credit_reversed IS NULL OR ended_at IS NOT NULL AND credit_amount IS NOT NULL AND credit_reversed > 0
      AND credit_reversed <= credit_amount)),
  DROP CONSTRAINT disputes_end,
  -- A network ends a dispute without a person and without a note.
  ADD CONSTRAINT disputes_end CHECK (
    (state IN ('won', 'partly_won', 'lost', 'past_time', 'withdrawn')) = (ended_at IS NOT NULL)
    AND (ended_at IS NOT NULL OR ended_by IS NULL) AND (ended_by IS NULL) = (note IS NULL)
    AND (state <> 'withdrawn' OR ended_by IS NOT NULL));

CREATE OR REPLACE FUNCTION keep_submitted_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  open_columns CONSTANT text[] := ARRAY['state', 'credit_amount', 'credit_on', 'credit_reversed', 'credit_reversed_on',
    'won_amount', 'note', 'ended_by', 'ended_at', 'version', 'opened_by'];
BEGIN
  IF OLD.state = 'draft' OR (TG_OP = 'DELETE' AND OLD.ended_at IS NOT NULL) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - open_columns IS DISTINCT FROM to_jsonb(OLD) - open_columns OR NEW.state = 'draft' THEN
    RAISE EXCEPTION 'dispute % is submitted and can not be changed', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- The claim of a dispute at a card network.
CREATE TYPE dispute_case_state AS ENUM ('sent', 'open', 'refused', 'closed');
CREATE TABLE dispute_cases (
  issuer_id uuid NOT NULL,
  dispute_id uuid NOT NULL,
  network text NOT NULL CHECK (network ~ '^[a-z]{1,20}$'),
  -- The reason as the network codes it, when the claim was sent.
  network_code text NOT NULL CHECK (length(network_code) BETWEEN 1 AND 10),
  state dispute_case_state NOT NULL DEFAULT 'sent',
  -- What the network calls it, once it has acknowledged the claim.
  case_number text CHECK (length(case_number) BETWEEN 1 AND 40),
  -- Who is told what the network awaits.
  taken_by uuid NOT NULL,
  PRIMARY KEY (issuer_id, dispute_id),
  FOREIGN KEY (issuer_id, dispute_id) REFERENCES disputes (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT dispute_cases_acknowledged CHECK (state <> 'open' OR case_number IS NOT NULL)
);
CREATE UNIQUE INDEX dispute_cases_number ON dispute_cases (issuer_id, network, case_number);

-- What the network is told, once for each dispute and round.
CREATE TYPE dispute_command_kind AS ENUM ('file', 'pursue', 'accept', 'withdraw');
CREATE TABLE dispute_commands (
  issuer_id uuid NOT NULL,
  dispute_id uuid NOT NULL,
  round integer NOT NULL CHECK (round BETWEEN 1 AND 20),
  kind dispute_command_kind NOT NULL,
  queued_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- Why the network refused it.
  refusal text CHECK (length(refusal) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, dispute_id, round),
  FOREIGN KEY (issuer_id, dispute_id) REFERENCES dispute_cases (issuer_id, dispute_id) ON DELETE CASCADE,
  CONSTRAINT dispute_commands_answer CHECK (refusal IS NULL OR answered_at IS NOT NULL),
  CONSTRAINT dispute_commands_first CHECK ((round = 1) = (kind = 'file'))
);

-- The stages of a case as its network tells them, each once.
CREATE TYPE dispute_stage AS ENUM ('chargeback', 'representment', 'pre_arbitration', 'arbitration');
CREATE TYPE dispute_party AS ENUM ('merchant', 'issuer', 'network');
CREATE TABLE dispute_steps (
  issuer_id uuid NOT NULL,
  dispute_id uuid NOT NULL,
  event_id text NOT NULL CHECK (length(event_id) BETWEEN 1 AND 80),
  stage dispute_stage NOT NULL,
  happened_at timestamptz NOT NULL,
  awaits dispute_party NOT NULL,
  -- The last day for the party that is awaited; null: the network sets none.
  reply_by date,
  PRIMARY KEY (issuer_id, dispute_id, event_id),
  FOREIGN KEY (issuer_id, dispute_id) REFERENCES dispute_cases (issuer_id, dispute_id) ON DELETE CASCADE
);

-- How far the answers of a network are read.
CREATE TABLE dispute_cursors (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  network text NOT NULL CHECK (network ~ '^[a-z]{1,20}$'),
  cursor text NOT NULL CHECK (length(cursor) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, network)
);

-- What the simulated network was told: its own memory, which only a demo and tests fill.
CREATE TABLE simulated_claims (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 80),
  case_number text NOT NULL CHECK (length(case_number) BETWEEN 1 AND 40),
  kind dispute_command_kind NOT NULL,
  -- Of the claim, with its first command.
  amount numeric(19,4),
  received_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, key),
  CONSTRAINT simulated_claims_amount CHECK ((kind = 'file') = (amount IS NOT NULL))
);
CREATE INDEX simulated_claims_case ON simulated_claims (issuer_id, case_number);
