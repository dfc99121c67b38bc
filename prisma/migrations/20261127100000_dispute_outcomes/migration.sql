-- Outcomes of disputes beside won and lost. In a migration of its own, since a new value can't be used before its commit.
ALTER TYPE dispute_state ADD VALUE 'partly_won' AFTER 'won';
ALTER TYPE dispute_state ADD VALUE 'past_time' AFTER 'lost';
