-- The card processor at which a virtual card is issued, and its own reference of the card. The number of a card of a
-- processor outside stays there: it is fetched when it is shown, and stored nowhere.
ALTER TABLE virtual_cards
  ADD processor text NOT NULL DEFAULT 'simulated' CHECK (processor ~ '^[a-z]{1,20}$'),
  ADD processor_card text COLLATE "C" CHECK (length(processor_card) BETWEEN 1 AND 100),
  ALTER number_encrypted DROP NOT NULL,
  ALTER number_key_id DROP NOT NULL,
  ALTER number_hash DROP NOT NULL,
  -- Null until the processor has issued the card.
  ALTER last_four DROP NOT NULL,
  ADD CONSTRAINT virtual_cards_number_kept CHECK (
    num_nonnulls(number_encrypted, number_key_id, number_hash) = CASE
      WHEN processor = 'simulated' AND last_four IS NOT NULL THEN 3 ELSE 0 END),
  ADD CONSTRAINT virtual_cards_reference CHECK (
    (processor_card IS NOT NULL) = (processor <> 'simulated' AND last_four IS NOT NULL));
CREATE UNIQUE INDEX virtual_cards_processor_card ON virtual_cards (issuer_id, processor, processor_card);

-- What a processor is told of a card, once for each card and round.
CREATE TYPE card_command_kind AS ENUM ('issue', 'change', 'suspend', 'close');
CREATE TABLE card_commands (
  issuer_id uuid NOT NULL,
  card_id uuid NOT NULL,
  round integer NOT NULL CHECK (round BETWEEN 1 AND 10000),
  kind card_command_kind NOT NULL,
  -- What the card shall be: kept, so that a repetition says the same.
  terms jsonb CHECK (jsonb_typeof(terms) = 'object'),
  -- Whose act it follows from.
  asked_by uuid NOT NULL,
  queued_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- Why the processor refused it.
  refusal text CHECK (length(refusal) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, card_id, round),
  FOREIGN KEY (issuer_id, card_id) REFERENCES virtual_cards (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT card_commands_answer CHECK (refusal IS NULL OR answered_at IS NOT NULL),
  CONSTRAINT card_commands_terms CHECK ((kind IN ('issue', 'change')) = (terms IS NOT NULL))
);
