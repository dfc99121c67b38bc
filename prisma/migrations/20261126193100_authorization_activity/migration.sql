-- What virtual cards answered to merchants, with every control that said no. The network's reference makes an answer one.
CREATE TABLE authorization_activity (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  reference text COLLATE "C" NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  kind text NOT NULL CHECK (kind IN ('purchase', 'preauthorization', 'increment')),
  asked_at timestamptz NOT NULL,
  amount numeric(19,4) NOT NULL CHECK (amount >= 0),
  currency text NOT NULL CHECK (length(currency) = 3),
  merchant_name text NOT NULL CHECK (length(merchant_name) BETWEEN 1 AND 200),
  merchant_id text CHECK (length(merchant_id) BETWEEN 1 AND 15),
  category text CHECK (category ~ '^[0-9]{4}$'),
  answer text NOT NULL CHECK (answer IN ('approved', 'declined')),
  failures jsonb NOT NULL CHECK (jsonb_typeof(failures) = 'array'),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, card_id) REFERENCES virtual_cards (issuer_id, id),
  CONSTRAINT authorization_activity_reasons CHECK ((answer = 'approved') = (failures = '[]'))
);
CREATE UNIQUE INDEX authorization_activity_reference ON authorization_activity (issuer_id, reference);
CREATE INDEX authorization_activity_card ON authorization_activity (issuer_id, card_id, asked_at);

-- The payments straight through that were tried before were the only answers.
INSERT INTO authorization_activity (issuer_id, id, card_id, reference, kind, asked_at, amount, currency, merchant_name,
  merchant_id, answer, failures)
SELECT p.issuer_id, gen_random_uuid(), c.id, 'straight-through/' || p.request_id || '/' || p.attempt, 'purchase',
  p.attempted_at, p.amount, p.currency, q.terms -> 'supplier' ->> 'name', q.terms -> 'supplier' ->> 'merchantId',
  CASE WHEN p.paid THEN 'approved' ELSE 'declined' END, p.failures
FROM supplier_payments p
JOIN purchase_requests q ON (q.issuer_id, q.id) = (p.issuer_id, p.request_id)
JOIN virtual_cards c ON (c.issuer_id, c.request_id) = (p.issuer_id, p.request_id);
