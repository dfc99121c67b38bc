-- What would come of a brought file, worked out once: reading a spreadsheet takes twenty times its size.
ALTER TABLE files ADD COLUMN checked jsonb CHECK (jsonb_typeof(checked) = 'object');
