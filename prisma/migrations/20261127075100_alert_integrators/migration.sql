-- The integrator that is told what an alert found, too.
ALTER TABLE spending_alerts
  ADD COLUMN integrator_id uuid,
  ADD CONSTRAINT spending_alerts_issuer_id_integrator_id_fkey FOREIGN KEY (issuer_id, integrator_id)
    REFERENCES setup_records (issuer_id, id) ON DELETE SET NULL (integrator_id);
CREATE INDEX spending_alerts_integrator ON spending_alerts (issuer_id, integrator_id) WHERE integrator_id IS NOT NULL;

ALTER TABLE integrator_deliveries DROP CONSTRAINT integrator_deliveries_event_check;
ALTER TABLE integrator_deliveries ADD CONSTRAINT integrator_deliveries_event_check
  CHECK (event IN ('test', 'payment.sent', 'spending_alert.fired'));
-- What has ended is forgotten by its age.
CREATE INDEX integrator_deliveries_over ON integrator_deliveries (ended_at) WHERE ended_at IS NOT NULL;
