-- A dispute also ends when the merchant gives the money back. In a migration of its own, since a new value can't be used
-- before its commit.
ALTER TYPE dispute_state ADD VALUE 'refunded' AFTER 'lost';
