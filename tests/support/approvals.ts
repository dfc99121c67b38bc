import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database';
import type { StructureNode } from './structure';

export interface LevelOptions {
  name?: string;
  /** None: any amount. */
  limit?: string | null;
  /** Ids of users. */
  members?: readonly string[];
}

/** An approval profile of a company, in force at some places: its id. */
export async function aProfile(
  database: TestDatabase,
  company: StructureNode,
  { name, levels, places = [] }: { name?: string; levels: readonly LevelOptions[]; places?: readonly StructureNode[] }
): Promise<string> {
  const id = randomUUID();
  const written = levels.map((level, index) => ({
    position: index + 1,
    name: level.name ?? `Level ${index + 1}`,
    limit: level.limit ?? null,
    members: [...new Set(level.members ?? [])]
  }));
  // One statement, one transaction: a profile without levels is refused at its end.
  await database.query(
    `WITH profile AS (INSERT INTO approval_profiles (issuer_id, id, company_id, name) VALUES ($1, $2, $3, $4)),
       levels AS (INSERT INTO approval_levels (issuer_id, profile_id, position, name, amount_limit)
         SELECT $1, $2, l.position, l.name, l.limit FROM jsonb_to_recordset($5) AS l (position int, name text, "limit" numeric))
     INSERT INTO approval_level_members (issuer_id, profile_id, position, user_id)
     SELECT $1, $2, l.position, m::uuid FROM jsonb_to_recordset($5) AS l (position int, members jsonb), jsonb_array_elements_text(l.members) AS m`,
    [company.issuerId, id, company.id, name ?? `Profile ${id.slice(0, 8)}`, JSON.stringify(written)]
  );
  for (const place of places)
    await database.query(
      'INSERT INTO approval_places (issuer_id, node_id, profile_id, company_id) VALUES ($1, $2, $3, $4)',
      [company.issuerId, place.id, id, company.id]
    );
  return id;
}

interface DelegationOptions {
  from: { issuerId: string; userId: string };
  to: { userId: string };
  firstDay?: string;
  lastDay?: string;
  withdrawn?: boolean;
}

/** A delegation, for a year around today if no dates are given: its id. */
export async function aDelegation(
  database: TestDatabase,
  { from, to, firstDay, lastDay, withdrawn = false }: DelegationOptions
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO approval_delegations (issuer_id, id, delegator_id, delegate_id, first_day, last_day, withdrawn_at)
     VALUES ($1, $2, $3, $4, coalesce($5::date, current_date - 100), coalesce($6::date, current_date + 100), CASE WHEN $7 THEN now() END)`,
    [from.issuerId, id, from.userId, to.userId, firstDay ?? null, lastDay ?? null, withdrawn]
  );
  return id;
}

/** Two user ids of one person, the first the primary one. */
export async function aLink(
  database: TestDatabase,
  issuerId: string,
  [primary, linked]: [string, string]
): Promise<void> {
  await database.query(
    `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
    [issuerId, primary, linked]
  );
}
