-- Every read of somebody's receipts, the forgetting of a user, and the foreign key go by the owner.
CREATE INDEX receipts_owner ON receipts (issuer_id, owner_id);
