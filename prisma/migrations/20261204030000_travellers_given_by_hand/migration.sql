-- Who travels, where a person has said so: a name may be that of several people, or of nobody.
ALTER TABLE central_travel_bookings
  ADD COLUMN traveller_id uuid,
  ADD FOREIGN KEY (issuer_id, traveller_id) REFERENCES users (issuer_id, id);
CREATE INDEX central_travel_bookings_traveller ON central_travel_bookings (issuer_id, traveller_id)
  WHERE traveller_id IS NOT NULL;
