-- Nothing ever asked for these authorities; a template that names them grants the same without.
UPDATE authority_templates
SET authorities = ARRAY(
  SELECT authority FROM unnest(authorities) WITH ORDINALITY AS named (authority, place)
  WHERE authority <> ALL ('{own.view,own.modify,reports.run}') ORDER BY place
)
WHERE authorities && '{own.view,own.modify,reports.run}';
