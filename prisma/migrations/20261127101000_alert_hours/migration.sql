-- Alerts about authorizations out of hours: between two times of a clock, on weekends, or both, in a time zone.
ALTER TABLE spending_alert_rules
  ADD COLUMN from_time text CHECK (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD COLUMN to_time text CHECK (to_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD COLUMN weekends boolean NOT NULL DEFAULT false,
  ADD COLUMN time_zone text CHECK (length(time_zone) BETWEEN 1 AND 64),
  DROP CONSTRAINT spending_alert_rules_measure_check,
  ADD CONSTRAINT spending_alert_rules_measure_check CHECK (measure IN ('charge', 'charge_share', 'any', 'card_total',
    'card_share', 'place_total', 'country_in', 'country_outside', 'declined', 'out_of_hours', 'unreviewed', 'no_receipt')),
  ADD CONSTRAINT spending_alert_rules_hours CHECK (
    (measure = 'out_of_hours') = (time_zone IS NOT NULL)
    AND (measure = 'out_of_hours') = (from_time IS NOT NULL OR weekends)
    AND (from_time IS NULL) = (to_time IS NULL) AND (from_time IS NULL OR from_time <> to_time));
