-- What a merchant gives back of a virtual card is a clearing below zero.
ALTER TABLE clearings DROP CONSTRAINT clearings_amount_check;
ALTER TABLE clearings ADD CONSTRAINT clearings_amount_check CHECK (amount <> 0);

-- What a merchant gave back of an authorization before booking it.
ALTER TABLE authorization_activity ADD reversed numeric(19,4) NOT NULL DEFAULT 0
  CONSTRAINT authorization_activity_reversed_check CHECK (reversed BETWEEN 0 AND amount);

-- The type of the purchase request whose virtual card paid: default codes can be of it.
ALTER TABLE transactions ADD purchase_type_id uuid;
