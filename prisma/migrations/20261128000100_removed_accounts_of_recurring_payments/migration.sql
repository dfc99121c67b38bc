-- The id of a bank account that was removed from its wallet stays: whether it is there is asked of the wallet.
ALTER TABLE recurring_payments DROP CONSTRAINT recurring_payments_issuer_id_wallet_account_id_fkey;
DROP INDEX recurring_payments_wallet;
