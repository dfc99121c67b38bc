-- Who requests cards at a processor outside is a cardholder there, once; its reference is null until it has answered.
CREATE TABLE processor_cardholders (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  processor text NOT NULL CHECK (processor ~ '^[a-z]{1,20}$'),
  asked_at timestamptz NOT NULL,
  reference text CHECK (length(reference) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, user_id, processor),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id)
);
CREATE UNIQUE INDEX processor_cardholders_reference ON processor_cardholders (issuer_id, processor, reference);
