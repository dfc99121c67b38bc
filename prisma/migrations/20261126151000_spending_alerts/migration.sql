-- Spending alerts: what somebody wants to be told of, the rules that said so, and each time that one was met.
CREATE TYPE spending_alert_state AS ENUM ('active', 'paused');

CREATE TABLE spending_alerts (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  owner_user_id uuid NOT NULL,
  -- The role that its owner last saved it with, whose rights are read again at each telling.
  assignment_id uuid NOT NULL,
  brand_name text NOT NULL CHECK (length(brand_name) BETWEEN 1 AND 60),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The place whose charges it watches.
  node_id uuid NOT NULL,
  state spending_alert_state NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, node_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX spending_alerts_name ON spending_alerts (issuer_id, owner_user_id, name);
CREATE INDEX spending_alerts_node ON spending_alerts (issuer_id, node_id) WHERE state = 'active';

-- What an alert says: a change replaces the rule, so that earlier firings keep the one that they met.
CREATE TABLE spending_alert_rules (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  alert_id uuid NOT NULL,
  measure text NOT NULL
    CHECK (measure IN ('charge', 'charge_share', 'any', 'card_total', 'card_share', 'place_total')),
  amount numeric(19, 4) CHECK (amount > 0),
  currency char(3) CHECK (currency ~ '^[A-Z]{3}$'),
  -- Of the account's credit limit (C5.037).
  percent smallint CHECK (percent BETWEEN 1 AND 100),
  period text CHECK (period IN ('day', 'week', 'month')),
  -- Whether it tells at 75 and 90 % of a total too.
  early boolean NOT NULL,
  categories text[] NOT NULL CHECK (cardinality(categories) <= 20),
  merchant text CHECK (length(merchant) BETWEEN 1 AND 80),
  since timestamptz NOT NULL,
  replaced_at timestamptz,
  PRIMARY KEY (issuer_id, id),
  CONSTRAINT spending_alert_rules_amount CHECK (
    (measure IN ('charge', 'card_total', 'place_total')) = (amount IS NOT NULL)
    AND (amount IS NULL) = (currency IS NULL)
    AND (measure IN ('charge_share', 'card_share')) = (percent IS NOT NULL)),
  CONSTRAINT spending_alert_rules_total CHECK (
    (measure IN ('card_total', 'card_share', 'place_total')) = (period IS NOT NULL)
    AND (period IS NOT NULL OR NOT early)),
  CONSTRAINT spending_alert_rules_any CHECK (measure <> 'any' OR cardinality(categories) > 0 OR merchant IS NOT NULL),
  FOREIGN KEY (issuer_id, alert_id) REFERENCES spending_alerts (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX spending_alert_rules_current ON spending_alert_rules (issuer_id, alert_id) WHERE replaced_at IS NULL;
CREATE INDEX spending_alert_rules_alert ON spending_alert_rules (issuer_id, alert_id);

CREATE TABLE spending_alert_recipients (
  issuer_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, alert_id, user_id),
  FOREIGN KEY (issuer_id, alert_id) REFERENCES spending_alerts (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX spending_alert_recipients_user ON spending_alert_recipients (issuer_id, user_id);

-- One time that a rule was met. Its cause is there once: a charge, or a step of a total in a period.
CREATE TABLE spending_alert_firings (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  alert_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  -- The charge's account, or the place whose total it is.
  place_id uuid NOT NULL,
  transaction_id uuid,
  posting_date date,
  period_start date,
  step smallint CHECK (step IN (75, 90, 100)),
  -- The charge, or the total at that time.
  amount numeric(19, 4) NOT NULL CHECK (amount > 0),
  -- What it reached; none where any charge is told of.
  reached numeric(19, 4) CHECK (reached > 0),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  fired_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  CONSTRAINT spending_alert_firings_cause CHECK (
    (transaction_id IS NULL) = (posting_date IS NULL)
    AND (transaction_id IS NULL) = (period_start IS NOT NULL)
    AND (period_start IS NULL) = (step IS NULL)),
  FOREIGN KEY (issuer_id, alert_id) REFERENCES spending_alerts (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, rule_id) REFERENCES spending_alert_rules (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, place_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX spending_alert_firings_charge ON spending_alert_firings (issuer_id, rule_id, transaction_id)
  WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX spending_alert_firings_total ON spending_alert_firings (issuer_id, rule_id, place_id, period_start, step)
  WHERE period_start IS NOT NULL;
CREATE INDEX spending_alert_firings_alert ON spending_alert_firings (issuer_id, alert_id, fired_at);
CREATE INDEX spending_alert_firings_transaction ON spending_alert_firings (issuer_id, transaction_id);
CREATE INDEX spending_alert_firings_place ON spending_alert_firings (issuer_id, place_id);
CREATE INDEX spending_alert_firings_fired ON spending_alert_firings (fired_at);

-- Whether a mail tells a user of each spending alert.
ALTER TABLE users ADD COLUMN alert_mails boolean NOT NULL DEFAULT true;
