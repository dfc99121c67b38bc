-- The integrator that is told what an alert found, too. One that is gone tells nobody: there is no foreign key, because it
-- would have to set a part of a key to null.
ALTER TABLE spending_alerts ADD COLUMN integrator_id uuid;

ALTER TABLE integrator_deliveries DROP CONSTRAINT integrator_deliveries_event_check;
ALTER TABLE integrator_deliveries ADD CONSTRAINT integrator_deliveries_event_check
  CHECK (event IN ('test', 'payment.sent', 'spending_alert.fired'));
-- What has ended is forgotten by its age.
CREATE INDEX integrator_deliveries_over ON integrator_deliveries (ended_at) WHERE ended_at IS NOT NULL;
