-- A unique index holds the issuer, so that the table can be distributed by it. These hashes are of 256 random bits, so none
-- comes twice either way; they stay first, since they are looked up alone.
DROP INDEX registrations_token_hash;
CREATE UNIQUE INDEX registrations_token_hash ON registrations (token_hash, issuer_id) WHERE token_hash IS NOT NULL;
DROP INDEX user_links_refusal;
CREATE UNIQUE INDEX user_links_refusal ON user_links (refusal_hash, issuer_id) WHERE refusal_hash IS NOT NULL;
