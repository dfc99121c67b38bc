-- Decisions about reports and requests, outcomes of disputes, and messages come as their reader wants, too.
ALTER TABLE notice_settings
  ADD COLUMN approvals text NOT NULL DEFAULT 'mail' CHECK (approvals IN ('mail', 'digest', 'inbox')),
  ADD COLUMN disputes text NOT NULL DEFAULT 'mail' CHECK (disputes IN ('mail', 'digest', 'inbox')),
  ADD COLUMN messages text NOT NULL DEFAULT 'inbox' CHECK (messages IN ('mail', 'digest', 'inbox'));

-- When those readers of a message were told of it who want mails of messages; null: not yet, or not of its last text.
ALTER TABLE inbox_messages ADD COLUMN told_at timestamptz;
UPDATE inbox_messages SET told_at = sent_at;
CREATE INDEX inbox_messages_untold ON inbox_messages (first_day) WHERE told_at IS NULL;

-- The notices by which messages come by mail.
CREATE INDEX inbox_notices_message ON inbox_notices (issuer_id, href) WHERE kind = 'message.sent';
