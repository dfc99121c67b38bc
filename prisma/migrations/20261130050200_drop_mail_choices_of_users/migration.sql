-- How notices reach people stands in notice_settings; nothing has read these for two releases.
ALTER TABLE users DROP COLUMN report_mails, DROP COLUMN alert_mails;
