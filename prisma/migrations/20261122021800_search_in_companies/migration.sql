-- Beginnings in a company, in their order: as quick there as in a whole issuer.
CREATE INDEX nodes_search_begins_in_company ON nodes (issuer_id, company_id, kind, search_text, id) WHERE company_id IS NOT NULL;
CREATE INDEX users_search_begins_in_company ON users (issuer_id, company_id, search_text, id) WHERE company_id IS NOT NULL;
