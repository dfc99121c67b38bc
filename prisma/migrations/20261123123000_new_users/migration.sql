-- What a user who was made in the product is asked once, at the very first sign-in (C2.001); those who are here are not.
ALTER TYPE session_kind ADD VALUE 'new_user';
ALTER TABLE users ADD COLUMN is_new boolean NOT NULL DEFAULT false;
