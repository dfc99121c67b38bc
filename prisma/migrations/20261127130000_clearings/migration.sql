-- What merchants booked of virtual cards, of an authorization or without one. The bank's reference makes a clearing one, and
-- is that of the transaction which the bank posts for it.
CREATE TABLE clearings (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  authorization_id uuid,
  reference text COLLATE "C" NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  amount numeric(19,4) NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (length(currency) = 3),
  merchant_name text NOT NULL CHECK (length(merchant_name) BETWEEN 1 AND 200),
  -- Whether nothing more is booked of its authorization.
  final boolean NOT NULL,
  cleared_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, card_id) REFERENCES virtual_cards (issuer_id, id),
  FOREIGN KEY (issuer_id, authorization_id) REFERENCES authorization_activity (issuer_id, id)
);
CREATE UNIQUE INDEX clearings_reference ON clearings (issuer_id, reference);
CREATE INDEX clearings_card ON clearings (issuer_id, card_id);
CREATE INDEX clearings_authorization ON clearings (issuer_id, authorization_id);
