import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { PROGRAM_FEATURES, type ProgramFeature } from '../../access/policy/program-features';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { COMPANIES } from '../structure/reads/companies';
import { atNode } from '../structure/reads/joins';
import { PROGRAM_TYPES } from './features';

const programOptionRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  issuerName: z.string(),
  name: z.string(),
  programType: textOf<(typeof PROGRAM_TYPES)[number]>(),
  features: z.array(textOf<ProgramFeature>()),
  isDefault: z.boolean(),
  version: z.number(),
  companies: z.number()
});
export type ProgramOption = z.infer<typeof programOptionRow>;

/** Program options belong to their issuer. */
const FROM = Prisma.sql`program_options p ${atNode('p.issuer_id')}`;
const inScope = ({ scope }: Principal) => within(scope, nodeColumns('n'));

/** The program options that the principal sees (C2.011). */
export const PROGRAM_OPTIONS: Listing<'name' | 'programType' | 'isDefault' | 'companies' | 'issuer' | 'updatedAt'> = {
  name: 'program-options',
  area: 'program_options',
  from: () => FROM,
  where: inScope,
  issuer: Prisma.sql`p.issuer_id`,
  id: Prisma.sql`p.id`,
  columns: {
    name: { sql: Prisma.sql`p.name`, type: 'text', label: 'program.option.name', filter: 'contains' },
    programType: {
      sql: Prisma.sql`p.program_type::text`,
      type: 'choice',
      label: 'program.type',
      filter: 'choice',
      choices: choicesOf(PROGRAM_TYPES, (type) => `program.type.${type}`)
    },
    isDefault: { sql: Prisma.sql`p.is_default`, type: 'boolean', label: 'program.option.default', filter: 'equals' },
    companies: {
      sql: Prisma.sql`(SELECT count(*)::int FROM ${COMPANIES} c WHERE (c.issuer_id, c.program_option_id) = (p.issuer_id, p.id))`,
      type: 'number',
      label: 'companies',
      sort: false
    },
    issuer: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'issuer', filter: 'contains', hidden: true },
    updatedAt: { sql: Prisma.sql`p.updated_at`, type: 'date-time', label: 'changed.at', filter: 'range', hidden: true }
  },
  search: (text) => contains(text, Prisma.sql`p.name`),
  order: { column: 'name' }
};

/** A program option that the principal may see, or null. `lock` locks it until the commit. */
export async function programOption(
  principal: Principal,
  id: string,
  { tx = database(), lock = false }: { tx?: Transaction; lock?: boolean } = {}
): Promise<ProgramOption | null> {
  if (!may(principal, 'program_options', 'view')) return null;
  const rows = await readRows(tx, programOptionRow)`
    SELECT p.issuer_id AS "issuerId", p.id, n.name_1 AS "issuerName", p.name, p.program_type::text AS "programType",
      ARRAY(SELECT feature FROM unnest(p.features) AS feature WHERE feature = ANY(${PROGRAM_FEATURES})) AS features, p.is_default AS "isDefault", p.version,
      (SELECT count(*)::int FROM ${COMPANIES} c WHERE (c.issuer_id, c.program_option_id) = (p.issuer_id, p.id)) AS companies
    FROM ${FROM} WHERE p.id = ${id}::uuid AND ${inScope(principal)}
    ${lock ? Prisma.sql`FOR UPDATE OF p` : Prisma.empty}`;
  return rows[0] ?? null;
}

const companiesRow = z.strictObject({ companies: z.number() });

/** The number of companies of the principal's issuer in use while it has no program option; null if it has one. */
export async function companiesBeforeFirst({ issuerId }: Pick<Principal, 'issuerId'>): Promise<number | null> {
  const [counted] = await readRows(database(), companiesRow)`
    SELECT count(*)::int AS companies FROM ${COMPANIES} c WHERE issuer_id = ${issuerId}::uuid
    HAVING NOT EXISTS (SELECT 1 FROM program_options WHERE issuer_id = ${issuerId}::uuid)`;
  return counted?.companies ?? null;
}

const programOptionChoiceRow = z.strictObject({ id: z.string(), name: z.string() });

/** The program options that can be assigned to a company of an issuer, by name; empty without the permission. */
export async function programOptionChoices(
  principal: Principal,
  issuerId: string
): Promise<{ id: string; name: string }[]> {
  if (!may(principal, 'program_options', 'modify')) return [];
  return readRows(database(), programOptionChoiceRow)`
    SELECT p.id, p.name FROM ${FROM} WHERE p.issuer_id = ${issuerId}::uuid AND ${inScope(principal)} ORDER BY p.name, p.id`;
}
