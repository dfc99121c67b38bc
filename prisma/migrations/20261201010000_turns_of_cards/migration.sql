-- The answers of a card are counted: who decided by what it had answered before, and was overtaken, finds the turn taken.
ALTER TABLE authorization_activity ADD COLUMN turn integer;
UPDATE authorization_activity a SET turn = o.turn
FROM (SELECT issuer_id, id, row_number() OVER (PARTITION BY issuer_id, card_id ORDER BY asked_at, id) AS turn
  FROM authorization_activity) o
WHERE (a.issuer_id, a.id) = (o.issuer_id, o.id);
ALTER TABLE authorization_activity ALTER COLUMN turn SET NOT NULL;
ALTER TABLE authorization_activity ADD CONSTRAINT authorization_activity_turn_check CHECK (turn >= 1);
CREATE UNIQUE INDEX authorization_activity_turn ON authorization_activity (issuer_id, card_id, turn);
-- The new index finds the answers of a card too.
DROP INDEX authorization_activity_card;

-- Whoever holds the card's row takes the next turn without naming it, as the version before this one does.
CREATE FUNCTION take_turn_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(max(a.turn), 0) + 1 INTO NEW.turn FROM authorization_activity a
  WHERE a.issuer_id = NEW.issuer_id AND a.card_id = NEW.card_id;
  RETURN NEW;
END $$;
CREATE TRIGGER authorization_activity_turn BEFORE INSERT ON authorization_activity
  FOR EACH ROW WHEN (NEW.turn IS NULL) EXECUTE FUNCTION take_turn_of_card();

-- Commits with a notification wait for each other, disk and all, and a merchant waits for this one: answered authorizations
-- wake nobody, and are found when the outbox is polled.
DROP TRIGGER outbox_queued ON outbox;
CREATE TRIGGER outbox_queued AFTER INSERT ON outbox
  FOR EACH ROW WHEN (NEW.topic <> 'authorizations.answered') EXECUTE FUNCTION notify_outbox_queued();
