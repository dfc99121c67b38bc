-- How far the events of a card processor are read.
CREATE TABLE card_processor_cursors (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  processor text NOT NULL CHECK (processor ~ '^[a-z]{1,20}$'),
  cursor text NOT NULL CHECK (length(cursor) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, processor)
);
