-- Messages to everybody at a place and below: one row each, however many read it.
CREATE TABLE inbox_messages (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  node_id uuid NOT NULL,
  -- The roles that it is for; none: all of them.
  roles user_role[] NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 100),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  must_confirm boolean NOT NULL,
  -- The days on which it is in inboxes, in the issuer's time zone; without a last day, from then on.
  first_day date NOT NULL,
  last_day date,
  -- The sender, who may be of another issuer, in the role of then: it decides who may change the message.
  sender_issuer_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  sender_role user_role NOT NULL CHECK (sender_role NOT IN ('A', 'S', 'O')),
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT inbox_messages_days CHECK (last_day >= first_day)
);
CREATE INDEX inbox_messages_place ON inbox_messages (issuer_id, node_id, sent_at);
CREATE INDEX inbox_messages_sender ON inbox_messages (sender_issuer_id, sender_id);

-- What a reader has done with a message. Nobody has a row before they read it.
CREATE TABLE inbox_reads (
  issuer_id uuid NOT NULL,
  message_id uuid NOT NULL,
  user_id uuid NOT NULL,
  read_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  archived_at timestamptz,
  PRIMARY KEY (issuer_id, message_id, user_id),
  FOREIGN KEY (issuer_id, message_id) REFERENCES inbox_messages (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX inbox_reads_user ON inbox_reads (issuer_id, user_id);

-- What the product tells one person: a finished task, a mention.
CREATE TABLE inbox_notices (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Its sentence is the text inbox.notice.<kind>, with these parameters.
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 60),
  params jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object'),
  href text NOT NULL CHECK (href LIKE '/workspace/%' AND length(href) <= 500),
  -- Until when the file behind it is kept; none: there is no file.
  file_until timestamptz,
  posted_at timestamptz NOT NULL,
  read_at timestamptz,
  archived_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX inbox_notices_user ON inbox_notices (issuer_id, user_id, posted_at);
CREATE INDEX inbox_notices_posted ON inbox_notices (posted_at);

-- The pages that a user keeps on the home page, in an order of their own.
CREATE TABLE quick_links (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  address text NOT NULL CHECK (address ~ '^/workspace($|[/?])' AND length(address) <= 2000),
  -- From 1 on; 0 while two links change places.
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 20),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX quick_links_position ON quick_links (issuer_id, user_id, position);
CREATE UNIQUE INDEX quick_links_name ON quick_links (issuer_id, user_id, lower(name));
