-- Purchase requests, and the one virtual card that an approved request owns.
CREATE TYPE purchase_request_state AS ENUM ('draft', 'pending', 'approved', 'declined', 'cancelled');
CREATE TYPE virtual_card_state AS ENUM ('active', 'suspended', 'closed');

CREATE TABLE purchase_requests (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- The requester's place.
  node_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  requester_id uuid NOT NULL,
  state purchase_request_state NOT NULL DEFAULT 'draft',
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  type_id uuid NOT NULL,
  template_id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  total numeric(19,4) NOT NULL CHECK (total > 0),
  purchase_limit numeric(19,4) NOT NULL,
  needed_by date,
  note text CHECK (length(note) BETWEEN 1 AND 2000),
  custom_values jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(custom_values) = 'object'),
  travel jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(travel) = 'object'),
  -- The template, type and supplier as they were when the request was last saved.
  terms jsonb NOT NULL CHECK (jsonb_typeof(terms) = 'object'),
  created_at timestamptz NOT NULL,
  submitted_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, requester_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, type_id) REFERENCES setup_records (issuer_id, id),
  FOREIGN KEY (issuer_id, template_id) REFERENCES setup_records (issuer_id, id),
  FOREIGN KEY (issuer_id, supplier_id) REFERENCES setup_records (issuer_id, id),
  CONSTRAINT purchase_requests_limit CHECK (purchase_limit >= total),
  CONSTRAINT purchase_requests_submitted CHECK ((state = 'draft') = (submitted_at IS NULL))
);
CREATE UNIQUE INDEX purchase_requests_number ON purchase_requests (issuer_id, company_id, number);
CREATE INDEX purchase_requests_requester ON purchase_requests (issuer_id, requester_id);
CREATE INDEX purchase_requests_pending ON purchase_requests (issuer_id, company_id) WHERE state = 'pending';
CREATE INDEX purchase_requests_type ON purchase_requests (issuer_id, type_id);
CREATE INDEX purchase_requests_template ON purchase_requests (issuer_id, template_id);
CREATE INDEX purchase_requests_supplier ON purchase_requests (issuer_id, supplier_id);

CREATE TABLE purchase_request_lines (
  issuer_id uuid NOT NULL,
  request_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 100),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 255),
  quantity numeric(12,4) NOT NULL CHECK (quantity > 0),
  unit_cost numeric(19,4) NOT NULL CHECK (unit_cost >= 0),
  tax numeric(19,4) NOT NULL DEFAULT 0 CHECK (tax >= 0),
  PRIMARY KEY (issuer_id, request_id, position),
  FOREIGN KEY (issuer_id, request_id) REFERENCES purchase_requests (issuer_id, id) ON DELETE CASCADE
);

CREATE TABLE purchase_request_decisions (
  issuer_id uuid NOT NULL,
  request_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position > 0),
  approved boolean NOT NULL,
  decided_by uuid NOT NULL,
  -- The approver whom they stood in for.
  on_behalf_of uuid,
  decided_at timestamptz NOT NULL,
  comment text CHECK (length(comment) BETWEEN 1 AND 1024),
  PRIMARY KEY (issuer_id, request_id, position),
  FOREIGN KEY (issuer_id, request_id) REFERENCES purchase_requests (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, decided_by) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, on_behalf_of) REFERENCES users (issuer_id, id),
  CONSTRAINT purchase_request_decisions_reason CHECK (approved OR comment IS NOT NULL)
);

CREATE TABLE virtual_cards (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  number_encrypted bytea NOT NULL,
  number_key_id text NOT NULL CHECK (number_key_id <> ''),
  number_hash bytea NOT NULL CHECK (length(number_hash) = 32),
  last_four text NOT NULL CHECK (last_four ~ '^[0-9]{4}$'),
  expiry text NOT NULL CHECK (expiry ~ '^(0[1-9]|1[0-2])/[0-9]{2}$'),
  state virtual_card_state NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- What it may do, as it was approved.
  controls jsonb NOT NULL CHECK (jsonb_typeof(controls) = 'object'),
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, request_id) REFERENCES purchase_requests (issuer_id, id)
);
-- A request has one card or none, and a number is one card's.
CREATE UNIQUE INDEX virtual_cards_request ON virtual_cards (issuer_id, request_id);
CREATE UNIQUE INDEX virtual_cards_number ON virtual_cards (issuer_id, number_hash);
