ALTER TYPE payment_answer_source ADD VALUE 'folder';
