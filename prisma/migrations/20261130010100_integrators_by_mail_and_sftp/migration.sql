-- Integrators are told by webhook, mail or SFTP; those that exist are told by webhook.
UPDATE setup_records SET data = data || '{"delivery": "webhook"}' WHERE entity = 'integrator';

-- A key or password is sealed beside its record (setup_secrets), never in it.
ALTER TABLE setup_records ADD CONSTRAINT setup_records_integrator CHECK (
  entity <> 'integrator' OR (
    coalesce(data->>'key', 'kept:' || repeat('0', 64) || ':') ~ '^kept:[0-9a-f]{64}:$'
    AND coalesce(data->>'credential', 'kept:' || repeat('0', 64) || ':') ~ '^kept:[0-9a-f]{64}:$'));

ALTER TABLE integrator_deliveries DROP CONSTRAINT integrator_deliveries_fault_check;
ALTER TABLE integrator_deliveries ADD CONSTRAINT integrator_deliveries_fault_check CHECK (
  fault IN ('unknown', 'inward', 'insecure', 'unreachable', 'inactive', 'host.key', 'login', 'folder', 'recipient', 'mail'));
