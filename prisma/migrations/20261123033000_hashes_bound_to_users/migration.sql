-- Hashes of passwords and answers may be bound to their user, which `user:` before the hash says. Those from before
-- stay until their owner next signs in. Nothing need be read again: what was allowed still is.
ALTER TABLE credentials
  DROP CONSTRAINT credentials_password_hash_check,
  ADD CONSTRAINT credentials_password_hash_check CHECK (password_hash ~ '^(user:)?\$2b\$') NOT VALID;
ALTER TABLE password_history
  DROP CONSTRAINT password_history_password_hash_check,
  ADD CONSTRAINT password_history_password_hash_check CHECK (password_hash ~ '^(user:)?\$2b\$') NOT VALID;
ALTER TABLE security_answers
  DROP CONSTRAINT security_answers_answer_hash_check,
  ADD CONSTRAINT security_answers_answer_hash_check CHECK (answer_hash ~ '^(user:)?\$2b\$') NOT VALID;
ALTER TABLE challenge_responses
  DROP CONSTRAINT challenge_responses_response_hash_check,
  ADD CONSTRAINT challenge_responses_response_hash_check CHECK (response_hash ~ '^(user:)?\$2b\$') NOT VALID;
