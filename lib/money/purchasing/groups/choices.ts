import { z } from 'zod';
import { database } from '../../../core/database/database';
import type { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { profilesOfCompany } from '../../approvals/profile-choices';
import { SUPPLIERS, TEMPLATES, TYPES } from '../set-up-tables';
import type { PurchaseGroup } from './groups';

const choiceRow = z.strictObject({ id: z.string(), name: z.string() });
type Choice = z.infer<typeof choiceRow>;

/** What the sections of a group offer. */
export interface GroupChoices {
  profiles: Choice[];
  types: Choice[];
  templates: Choice[];
  suppliers: Choice[];
}

/** The profiles and active records of a group's company, with those that the group has already. */
export async function groupChoices(group: PurchaseGroup): Promise<GroupChoices> {
  const { issuerId, companyId, records } = group;
  const chosen = records.map(({ id }) => id);
  const recordsIn = (table: Prisma.Sql) =>
    readRows(database(), choiceRow)`
      SELECT r.id, r.name FROM ${table} r WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid
        AND (r.active OR r.id = ANY(${chosen}::uuid[])) ORDER BY r.name, r.id LIMIT 500`;
  const [profiles, types, templates, suppliers] = await Promise.all([
    profilesOfCompany(group),
    recordsIn(TYPES),
    recordsIn(TEMPLATES),
    recordsIn(SUPPLIERS)
  ]);
  return { profiles, types, templates, suppliers };
}
