-- A purchase may be for somebody other than the person who requests it.
ALTER TABLE purchase_requests ADD COLUMN behalf_of_id uuid,
  ADD FOREIGN KEY (issuer_id, behalf_of_id) REFERENCES users (issuer_id, id),
  ADD CONSTRAINT purchase_requests_behalf CHECK (behalf_of_id <> requester_id);
CREATE INDEX purchase_requests_behalf_of ON purchase_requests (issuer_id, behalf_of_id) WHERE behalf_of_id IS NOT NULL;
