-- What was paid straight through: one attempt for each approval, and never more than one that paid.
CREATE TABLE supplier_payments (
  issuer_id uuid NOT NULL,
  request_id uuid NOT NULL,
  attempt smallint NOT NULL CHECK (attempt > 0),
  paid boolean NOT NULL,
  amount numeric(19,4) NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (length(currency) = 3),
  -- Why the card said no.
  failures jsonb NOT NULL CHECK (jsonb_typeof(failures) = 'array'),
  attempted_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, request_id, attempt),
  FOREIGN KEY (issuer_id, request_id) REFERENCES purchase_requests (issuer_id, id),
  CONSTRAINT supplier_payments_reasons CHECK (paid = (failures = '[]'))
);
CREATE UNIQUE INDEX supplier_payments_once ON supplier_payments (issuer_id, request_id) WHERE paid;

-- What integrators are told. A delivery is repeated until it arrives, under one id.
CREATE TABLE integrator_deliveries (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  integrator_id uuid NOT NULL,
  event text NOT NULL CHECK (event IN ('test', 'payment.sent')),
  body text NOT NULL CHECK (length(body) BETWEEN 2 AND 20000),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'delivered', 'failed')),
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- The status of the last answer, or why there was none.
  status smallint CHECK (status BETWEEN 100 AND 999),
  fault text CHECK (fault IN ('unknown', 'inward', 'insecure', 'unreachable', 'inactive')),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, integrator_id) REFERENCES setup_records (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT integrator_deliveries_ended CHECK ((state = 'queued') = (ended_at IS NULL)),
  CONSTRAINT integrator_deliveries_answer CHECK (num_nonnulls(status, fault) <= 1)
);
CREATE INDEX integrator_deliveries_latest ON integrator_deliveries (issuer_id, integrator_id, created_at);
