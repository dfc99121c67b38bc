-- The invoices that a purchase pays: they go to its supplier with the payment.
CREATE TABLE purchase_request_invoices (
  issuer_id uuid NOT NULL,
  request_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 5000),
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 50),
  invoiced_on date NOT NULL,
  -- Below zero: a credit note.
  amount numeric(19,4) NOT NULL CHECK (amount <> 0),
  order_number text CHECK (length(order_number) BETWEEN 1 AND 50),
  PRIMARY KEY (issuer_id, request_id, position),
  FOREIGN KEY (issuer_id, request_id) REFERENCES purchase_requests (issuer_id, id) ON DELETE CASCADE
);
-- A request names an invoice once.
CREATE UNIQUE INDEX purchase_request_invoices_number ON purchase_request_invoices (issuer_id, request_id, number);
