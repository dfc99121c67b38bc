import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, reaching } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { joinedFile } from '../../core/files/joined-file';
import type { Locale } from '../../core/language/locales';
import { rowsOf } from '../../kit/setup/records-of';
import { placedAt } from '../structure/reads/placed-at';
import resource from './entities/resource';

/**
 * The languages that a reader of one understands: their own, and that of which it is a variant (`en_GB` reads `en_US`).
 */
const languagesFor = (locale: Locale) => [locale, locale === 'en_GB' ? 'en_US' : (locale.split('_')[0] as string)];

/** The active resources `r`, each with the node `n` that it is for, and its file `f` if it has one. */
export const RESOURCES = Prisma.sql`${rowsOf(resource)} r
  ${placedAt(Prisma.sql`r.issuer_id`, Prisma.sql`coalesce(r.place, r.owner_id)`)}
  ${joinedFile(Prisma.sql`r.issuer_id`, Prisma.sql`r.file`)}`;

/**
 * The condition that a resource of `RESOURCES` is for the principal (C2.028): for their role, for a place that theirs is
 * at or below, and in a language that they read.
 */
export function isFor(principal: Principal, locale: Locale): Prisma.Sql {
  const { role, scope } = principal;
  if (!may(principal, 'resources', 'view')) return Prisma.sql`FALSE`;
  const everyRole = Prisma.sql`coalesce(nullif(r.roles, 'null'::jsonb), '[]'::jsonb) = '[]'::jsonb`;
  return Prisma.sql`r.active AND (${everyRole} OR r.roles @> to_jsonb(${role}::text))
    AND (r.language IS NULL OR r.language = ANY(${languagesFor(locale)})) AND ${reaching(scope, nodeColumns('n'))}`;
}
