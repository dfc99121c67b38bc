import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { above, nodeColumns, type Scope, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { plainText } from '../../core/entry/plain-text';
import { ofUser } from '../../directory/people/reads/of-user';
import { atNode } from '../../directory/structure/reads/joins';
import { contains, type Listing } from '../../kit/listing/listing';
import { rowsOf } from '../../kit/setup/records-of';
import type { Codes } from './check-codes';
import scheme from './entities/scheme';
import { FEWEST_SPLITS, MOST_SPLITS, SPLIT_COUNT } from './splits';

const profileLineRow = z.strictObject({
  percent: z.string(),
  description: z.string().nullable(),
  codes: jsonOf<Codes>()
});

/** A split of a profile: an exact percentage as text, and the codes. */
export type ProfileLine = z.infer<typeof profileLineRow>;

const splitProfileRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  schemeId: z.string(),
  scheme: z.string(),
  ownerId: z.string(),
  owner: z.string(),
  name: z.string(),
  lines: z.array(profileLineRow).readonly(),
  version: z.number()
});

/** A saved division (CD.43): its creator may change it, every user of the company may use it (C6.025). */
export type SplitProfile = z.infer<typeof splitProfileRow>;

const lineSchema = z.object({
  percent: z
    .string('required')
    .trim()
    .regex(/^-?\d{1,3}(\.\d{1,6})?$/, 'number.invalid'),
  description: z
    .union([z.literal('').transform(() => null), plainText({ max: 255 })])
    .nullish()
    .transform((text) => text ?? null),
  codes: z.record(z.uuid(), plainText({ min: 0, max: 255 })).default({})
});

/** A profile as entered; the command checks the total of the splits (C5.032, C5.033). */
export const splitProfileSchema = z.object({
  name: plainText({ max: 60 }),
  splits: z.array(lineSchema).refine(({ length }) => length >= FEWEST_SPLITS && length <= MOST_SPLITS, {
    error: 'split.count',
    params: SPLIT_COUNT
  })
});
export type SplitProfileEntry = z.output<typeof splitProfileSchema>;

/** Profiles and schemes of a company `n` are visible to its users and to every user with the company in scope. */
export const ofOnesCompany = (scope: Scope): Prisma.Sql =>
  Prisma.sql`(${within(scope, nodeColumns('n'))} OR ${above(scope, nodeColumns('n'))})`;

/** The split profiles of the principal's companies. */
export const SPLIT_PROFILES: Listing = {
  name: 'split-profiles',
  area: 'transactions',
  from: () => Prisma.sql`split_profiles p ${atNode('p.company_id')}
    JOIN ${rowsOf(scheme)} s ON (s.issuer_id, s.id) = (p.issuer_id, p.scheme_id)
    ${ofUser('p.owner_id')}`,
  where: ({ scope }) => ofOnesCompany(scope),
  issuer: Prisma.sql`p.issuer_id`,
  id: Prisma.sql`p.id`,
  columns: {
    name: { sql: Prisma.sql`p.name`, type: 'text', label: 'split.profile.name', filter: 'contains' },
    scheme: { sql: Prisma.sql`s.name`, type: 'text', label: 'split.profile.scheme', filter: 'contains' },
    splits: {
      sql: Prisma.sql`jsonb_array_length(p.lines)`,
      type: 'number',
      label: 'split.profile.splits',
      sort: false
    },
    owner: {
      sql: Prisma.sql`concat_ws(' ', u.first_name, u.last_name)`,
      type: 'text',
      label: 'split.profile.owner',
      filter: 'contains',
      sort: false
    },
    company: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'split.profile.company', filter: 'begins' }
  },
  search: (text) => contains(text, Prisma.sql`p.name`, Prisma.sql`s.name`),
  order: { column: 'name' }
};

/** A profile that the principal may use, or null. */
export async function findSplitProfile(
  { scope }: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<SplitProfile | null> {
  const [row] = await readRows(tx, splitProfileRow)`
    SELECT p.issuer_id AS "issuerId", p.id, p.company_id AS "companyId", p.scheme_id AS "schemeId", s.name AS scheme,
      p.owner_id AS "ownerId", concat_ws(' ', u.first_name, u.last_name) AS owner, p.name, p.lines, p.version
    FROM split_profiles p ${atNode('p.company_id')}
    JOIN ${rowsOf(scheme)} s ON (s.issuer_id, s.id) = (p.issuer_id, p.scheme_id)
    ${ofUser('p.owner_id')}
    WHERE p.id = ${id}::uuid AND ${ofOnesCompany(scope)}`;
  return row ?? null;
}

/** The number of profiles offered at once, by name. */
const OFFERED = 100;

const profilesForRow = splitProfileRow.pick({ name: true, id: true });

/** The profiles that divide by a scheme. */
export function profilesFor(
  { scope }: Pick<Principal, 'scope'>,
  { issuerId, schemeId }: { issuerId: string; schemeId: string }
): Promise<Pick<SplitProfile, 'id' | 'name'>[]> {
  return readRows(database(), profilesForRow)`
    SELECT p.id, p.name FROM split_profiles p ${atNode('p.company_id')}
    WHERE p.issuer_id = ${issuerId}::uuid AND p.scheme_id = ${schemeId}::uuid AND ${ofOnesCompany(scope)}
    ORDER BY lower(p.name), p.id LIMIT ${OFFERED}`;
}
