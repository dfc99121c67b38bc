-- What suppliers and their payments come to reaches the buyer as they want.
ALTER TABLE notice_settings
  ADD COLUMN purchases text NOT NULL DEFAULT 'mail' CHECK (purchases IN ('mail', 'digest', 'inbox')),
  DROP CONSTRAINT notice_settings_pushed_check,
  ADD CONSTRAINT notice_settings_pushed_check
    CHECK (pushed <@ '{alerts,approvals,comments,disputes,jobs,messages,payments,purchases,reports}'::text[]);
UPDATE notice_settings SET pushed = pushed || '{purchases}'::text[] WHERE 'payments' = ANY(pushed);
ALTER TABLE notice_settings ALTER COLUMN pushed SET DEFAULT '{alerts,approvals,comments,disputes,payments,purchases}';

-- A payment is noted before its card is asked: as long as nobody answers, it is the same attempt that is asked again, and
-- there is no other.
ALTER TABLE supplier_payments
  ADD COLUMN state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'paid', 'declined')),
  -- When the buyer was told that nobody answers.
  ADD COLUMN unanswered_at timestamptz;
UPDATE supplier_payments SET state = CASE WHEN paid THEN 'paid' ELSE 'declined' END;
DROP INDEX supplier_payments_once;
ALTER TABLE supplier_payments
  DROP CONSTRAINT supplier_payments_reasons,
  DROP COLUMN paid,
  ALTER COLUMN state DROP DEFAULT,
  ADD CONSTRAINT supplier_payments_reasons CHECK ((state = 'declined') = (failures <> '[]')),
  ADD CONSTRAINT supplier_payments_unanswered CHECK (unanswered_at IS NULL OR state = 'asked');
CREATE UNIQUE INDEX supplier_payments_once ON supplier_payments (issuer_id, request_id) WHERE state <> 'declined';
CREATE INDEX supplier_payments_again ON supplier_payments (attempted_at) WHERE state <> 'paid';
