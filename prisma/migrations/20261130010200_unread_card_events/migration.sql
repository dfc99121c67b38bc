-- Events of card processors that could not be kept: they wait for the operator, while later ones are read.
CREATE TABLE unread_card_events (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  processor text NOT NULL CHECK (processor ~ '^[a-z]{1,20}$'),
  -- The processor's own reference of the event: it is read there again.
  event text NOT NULL CHECK (length(event) BETWEEN 1 AND 255),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, processor, event)
);
