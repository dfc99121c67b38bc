-- When somebody was told by mail that their password expires soon; it counts within the days before that password expires.
ALTER TABLE credentials ADD COLUMN expiry_warned_at timestamptz;
-- The worker looks every hour for passwords that expire soon, the oldest first.
CREATE INDEX credentials_password_set ON credentials (password_set_at)
  WHERE login_type = 'pwd' AND NOT must_change AND expires_at IS NULL AND NOT sso_only;
