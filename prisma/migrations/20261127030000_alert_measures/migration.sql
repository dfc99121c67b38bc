-- Alerts about declined authorizations, about the countries of merchants, and about charges that wait for a review or a receipt.
ALTER TABLE spending_alert_rules
  ADD COLUMN countries text[] NOT NULL DEFAULT '{}' CHECK (cardinality(countries) <= 60),
  -- How many days after its posting a charge may wait.
  ADD COLUMN days smallint CHECK (days BETWEEN 1 AND 90),
  DROP CONSTRAINT spending_alert_rules_measure_check,
  ADD CONSTRAINT spending_alert_rules_measure_check CHECK (measure IN ('charge', 'charge_share', 'any', 'card_total',
    'card_share', 'place_total', 'country_in', 'country_outside', 'declined', 'unreviewed', 'no_receipt')),
  ADD CONSTRAINT spending_alert_rules_abroad CHECK (
    (measure IN ('country_in', 'country_outside')) = (cardinality(countries) > 0)),
  ADD CONSTRAINT spending_alert_rules_wait CHECK ((measure IN ('unreviewed', 'no_receipt')) = (days IS NOT NULL));

-- A declined authorization is a cause too; one over nothing asks whether the card exists.
ALTER TABLE spending_alert_firings
  ADD COLUMN authorization_id uuid,
  ADD FOREIGN KEY (issuer_id, authorization_id) REFERENCES authorization_activity (issuer_id, id) ON DELETE CASCADE,
  DROP CONSTRAINT spending_alert_firings_cause,
  ADD CONSTRAINT spending_alert_firings_cause CHECK (
    num_nonnulls(transaction_id, authorization_id, period_start) = 1
    AND (transaction_id IS NULL) = (posting_date IS NULL)
    AND (period_start IS NULL) = (step IS NULL)),
  DROP CONSTRAINT spending_alert_firings_amount_check,
  ADD CONSTRAINT spending_alert_firings_amount_check CHECK (amount >= 0);
CREATE UNIQUE INDEX spending_alert_firings_authorization
  ON spending_alert_firings (issuer_id, rule_id, authorization_id) WHERE authorization_id IS NOT NULL;
CREATE INDEX spending_alert_firings_declined ON spending_alert_firings (issuer_id, authorization_id);
