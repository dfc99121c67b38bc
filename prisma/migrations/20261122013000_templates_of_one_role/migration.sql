-- What is given with a role is a template of that very role: lib/people says so, and now the keys do.
ALTER TABLE authority_templates ADD UNIQUE (issuer_id, id, role);
ALTER TABLE assignments
  DROP CONSTRAINT assignments_issuer_id_authority_template_id_fkey,
  ADD FOREIGN KEY (issuer_id, authority_template_id, role) REFERENCES authority_templates (issuer_id, id, role);
ALTER TABLE user_templates
  DROP CONSTRAINT user_templates_issuer_id_authority_template_id_fkey,
  ADD FOREIGN KEY (issuer_id, authority_template_id, role) REFERENCES authority_templates (issuer_id, id, role);
