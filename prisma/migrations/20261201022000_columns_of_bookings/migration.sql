-- What a travel agency says of a booking in columns of its own, by their headings.
ALTER TABLE central_travel_bookings
  ADD COLUMN custom jsonb NOT NULL DEFAULT '{}' CONSTRAINT central_travel_bookings_custom CHECK (jsonb_typeof(custom) = 'object');
