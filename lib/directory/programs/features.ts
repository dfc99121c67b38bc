import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';

/** What a program option switches on or off in the workspace of its companies (C1.001–C1.014). */
export const FEATURES = [
  'transaction.review',
  'cost.allocation',
  'expense.reports',
  'mileage',
  'purchase.requests',
  'virtual.cards',
  'card.aliases',
  'suppliers',
  'custom.fields',
  'reports',
  'resources',
  'payments',
  'wallet',
  'disputes',
  'spending.alerts',
  'travel.expenses',
  'structure.upload'
] as const;
export type ProgramFeature = (typeof FEATURES)[number];

export const PROGRAM_TYPES = ['corporate', 'purchasing', 'travel', 'one_card', 'fleet', 'virtual'] as const;

/**
 * The features that somebody's workspace has: those of their companies' program options together. All of
 * them above companies, and where an issuer has no program options.
 */
export async function programFeatures({ scope }: Principal): Promise<ReadonlySet<ProgramFeature>> {
  const companies = scope.subtrees.map(({ issuerId, companyId }) => ({ issuerId, companyId }));
  if (scope.everywhere || companies.length === 0 || companies.some(({ companyId }) => companyId === null))
    return new Set(FEATURES);
  const ids = Prisma.join(
    companies.map(({ issuerId, companyId }) => Prisma.sql`(${issuerId}::uuid, ${companyId}::uuid)`)
  );
  const rows = await database().$queryRaw<{ features: string[] | null }[]>`
    SELECT o.features FROM companies c
    LEFT JOIN program_options o ON (o.issuer_id, o.id) = (c.issuer_id, c.program_option_id)
    WHERE (c.issuer_id, c.id) IN (${ids})`;
  const on = new Set(rows.flatMap(({ features }) => features ?? FEATURES));
  return new Set(FEATURES.filter((feature) => on.has(feature)));
}
