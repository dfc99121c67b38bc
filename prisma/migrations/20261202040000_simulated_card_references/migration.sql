-- The processor in the box knows a card by a reference too, as those outside do: merchants ask it through its own door.
ALTER TABLE virtual_cards DROP CONSTRAINT virtual_cards_reference;
UPDATE virtual_cards SET processor_card = id::text WHERE processor = 'simulated' AND last_four IS NOT NULL;
ALTER TABLE virtual_cards ADD CONSTRAINT virtual_cards_reference CHECK (
  (processor_card IS NOT NULL) = (last_four IS NOT NULL));
