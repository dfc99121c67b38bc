import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { PROGRAM_FEATURES, type ProgramFeature } from '../../access/policy/program-features';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { COMPANIES } from '../structure/reads/companies';

export const PROGRAM_TYPES = ['corporate', 'purchasing', 'travel', 'one_card', 'fleet', 'virtual'] as const;

const featuresRow = z.strictObject({ features: z.array(z.string()).nullable() });

/**
 * The features of a principal's workspace: the union of their companies' program options. Above companies, and in an
 * issuer without program options, all features.
 */
export async function programFeatures({ scope }: Principal): Promise<ReadonlySet<ProgramFeature>> {
  const companies = scope.subtrees.map(({ issuerId, companyId }) => ({ issuerId, companyId }));
  if (scope.everywhere || companies.length === 0 || companies.some(({ companyId }) => companyId === null))
    return new Set(PROGRAM_FEATURES);
  const ids = Prisma.join(
    companies.map(({ issuerId, companyId }) => Prisma.sql`(${issuerId}::uuid, ${companyId}::uuid)`)
  );
  const rows = await readRows(database(), featuresRow)`
    SELECT o.features FROM ${COMPANIES} c
    LEFT JOIN program_options o ON (o.issuer_id, o.id) = (c.issuer_id, c.program_option_id)
    WHERE (c.issuer_id, c.id) IN (${ids})`;
  const on = new Set(rows.flatMap(({ features }) => features ?? PROGRAM_FEATURES));
  return new Set(PROGRAM_FEATURES.filter((feature) => on.has(feature)));
}
