import { z } from 'zod';
import type { Area } from '../../../access/policy/policy';
import type { Principal } from '../../../access/policy/principal';
import { nodeColumns, type Scope, within } from '../../../access/policy/scope';
import { database, type Transaction } from '../../../core/database/database';
import { sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';
import { NO_CARD_NUMBER } from '../../../core/entry/plain-text';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { contains, type Listing, type ListingName } from '../../../kit/listing/listing';
import { atNode } from '../../structure/reads/joins';
import { namedNodes } from '../../structure/reads/nodes-that';
import { changeFault } from '../maintenance';
import { idSchema } from '../schema';

/** The kinds of nodes that own templates and groups. */
const OWNERS = ['issuer', 'company_group', 'company'] as const;

/** The common fields of templates and groups. */
export const ownedFields = {
  name: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(60, 'too.long')
    .regex(/^[^<>]*$/, 'html.refused')
    .refine(...NO_CARD_NUMBER),
  description: z.preprocess(
    (typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed),
    z
      .string()
      .trim()
      .max(1024, 'too.long')
      .regex(/^[^<>]*$/, 'html.refused')
      .refine(...NO_CARD_NUMBER)
      .nullable()
      .default(null)
  ),
  owner: idSchema
};

export const versionSchema = z.coerce.number().int();

const ownerRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  kind: z.enum(OWNERS),
  name: z.string(),
  path: z.string()
});
export type Owner = z.infer<typeof ownerRow>;

const MOST_OWNERS = 200;

/** The nodes in the principal's scope that can own a template or group, highest first; at most 200. */
export function ownersFor({ scope }: Principal): Promise<Owner[]> {
  return namedNodes(database(), ownerRow, canOwn(scope), MOST_OWNERS);
}

const canOwn = (scope: Scope) => Prisma.sql`n.kind::text = ANY(${OWNERS}) AND ${within(scope, nodeColumns('n'))}`;

/** The future owner of a record, if the principal may change such records there. */
export async function ownerOf(tx: Transaction, principal: Principal, area: Area, id: string): Promise<Result<Owner>> {
  const denied = changeFault(principal, area);
  if (denied) return refused(denied);
  const [owner] = await namedNodes(tx, ownerRow, Prisma.sql`n.id = ${id}::uuid AND ${canOwn(principal.scope)}`, 1);
  return owner ? accepted(owner) : refused({ code: 'place.not.found', field: 'owner' });
}

/** The list of a kind of template or group, whose table has the name of its area: with alias `t` and node `n`. */
export function ownedListing(name: ListingName, table: Area, columns: Listing['columns']): Listing {
  const sql = Prisma.sql;
  return {
    name,
    area: table,
    from: () => sql`${sqlName(table)} t ${atNode('t.node_id')}`,
    where: ({ scope }) => within(scope, nodeColumns('n')),
    issuer: sql`t.issuer_id`,
    id: sql`t.id`,
    columns: {
      name: { sql: sql`t.name`, type: 'text', label: 'template.name', filter: 'contains' },
      ...columns,
      owner: { sql: sql`n.name_1`, type: 'text', label: 'template.owner', filter: 'begins' },
      description: { sql: sql`t.description`, type: 'text', label: 'template.description', nullable: true, sort: false }
    },
    search: (text) => contains(text, sql`t.name`),
    order: { column: 'name' }
  };
}
