-- How notices reach a person beyond the inbox, by the kind of notice; without a row, as the product chooses.
CREATE TABLE notice_settings (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  alerts text NOT NULL CHECK (alerts IN ('mail', 'digest', 'inbox')),
  comments text NOT NULL CHECK (comments IN ('mail', 'digest', 'inbox')),
  jobs text NOT NULL CHECK (jobs IN ('mail', 'digest', 'inbox')),
  payments text NOT NULL CHECK (payments IN ('mail', 'digest', 'inbox')),
  reports text NOT NULL CHECK (reports IN ('mail', 'digest', 'inbox')),
  -- Hours of the person's time zone: the daily mail, and the time in which no mail of a notice is sent.
  digest_hour smallint NOT NULL CHECK (digest_hour BETWEEN 0 AND 23),
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 23),
  PRIMARY KEY (issuer_id, user_id),
  CONSTRAINT notice_settings_quiet CHECK (
    num_nulls(quiet_from, quiet_until) = 2 OR (num_nulls(quiet_from, quiet_until) = 0 AND quiet_from <> quiet_until)),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);

-- report_mails and alert_mails stay in users for servers of the earlier version; nothing reads them any more.
INSERT INTO notice_settings (issuer_id, user_id, alerts, comments, jobs, payments, reports, digest_hour)
SELECT issuer_id, id, CASE WHEN alert_mails THEN 'mail' ELSE 'inbox' END, 'inbox', 'inbox', 'mail',
  CASE WHEN report_mails THEN 'mail' ELSE 'inbox' END, 7
FROM users WHERE NOT (report_mails AND alert_mails);

-- The notices that a mail will tell of later, each once.
CREATE TABLE held_notices (
  issuer_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  user_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, notice_id),
  FOREIGN KEY (issuer_id, notice_id) REFERENCES inbox_notices (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX held_notices_user ON held_notices (issuer_id, user_id);
CREATE INDEX held_notices_due ON held_notices (due_at);
