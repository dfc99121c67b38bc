-- Users choose the language and the time zone of their workspace; without a time zone the issuer's applies.
ALTER TABLE users
  ADD COLUMN time_zone text
    CONSTRAINT users_time_zone CHECK (length(time_zone) <= 64 AND time_zone ~ '^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}$'),
  ADD CONSTRAINT users_locale CHECK (locale ~ '^[a-z]{2}(_[A-Z]{2})?$');
