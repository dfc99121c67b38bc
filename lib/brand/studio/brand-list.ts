import { z } from 'zod';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { BRANDS_AS_PUBLISHED, hasHostnameLike } from '../brands/listed';
import { publishedBrands } from '../brands/reads/brands';
import type { SystemAdministrator } from './system-administrator';

export const BRAND_STATES = ['published', 'changed', 'new', 'archived'] as const;
export type BrandState = (typeof BRAND_STATES)[number];

const listedBrandRow = z.strictObject({
  name: z.string(),
  displayName: z.string(),
  abbreviation: z.string(),
  /** `changed`: published, with a draft that isn't. */
  state: z.enum(BRAND_STATES),
  version: z.number(),
  publishedAt: z.date().nullable(),
  publishedByName: z.string().nullable()
});
export type ListedBrand = z.infer<typeof listedBrandRow>;

// PostgreSQL's text has no NUL.
const word = z.string().regex(/^[^\0]*$/);

/** The parameters of a list; a malformed one counts as absent. */
export const listQuerySchema = z.object({
  search: word.trim().max(80).catch('').default(''),
  state: z.enum(BRAND_STATES).optional().catch(undefined),
  after: word.max(140).optional().catch(undefined)
});

const PAGE = 25;

const countedBrandRow = listedBrandRow.extend({ total: z.number() });

/** Brands by display name, a page of 25 from after `after`; the search looks in names, abbreviation and host names. */
export async function listBrands(
  _by: SystemAdministrator,
  { search, state, after }: z.output<typeof listQuerySchema>
): Promise<{ brands: ListedBrand[]; next: string | null; total: number }> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await readRows(database(), countedBrandRow)`
    WITH listed AS (
      SELECT b.name, coalesce(d.content->>'displayName', b.display_name) AS "displayName", b.abbreviation,
        CASE WHEN b.status = 'retired' THEN 'archived' WHEN v.version IS NULL THEN 'new'
          WHEN d.revision IS NOT NULL THEN 'changed' ELSE 'published' END AS state,
        coalesce(v.version, 0) AS version, v.published_at AS "publishedAt", v.published_by_name AS "publishedByName"
      FROM ${BRANDS_AS_PUBLISHED}
      LEFT JOIN LATERAL (SELECT revision, content FROM brand_drafts
        WHERE brand_name = b.name ORDER BY revision DESC LIMIT 1) d ON true
    ), found AS (
      SELECT *, lower("displayName") || '/' || name AS place FROM listed l
      WHERE (${state ?? null}::text IS NULL AND state <> 'archived' OR state = ${state ?? null})
        AND ("displayName" ILIKE ${pattern} OR name ILIKE ${pattern} OR abbreviation ILIKE ${pattern}
          OR ${hasHostnameLike(Prisma.sql`l.name`, pattern)})
    )
    SELECT name, "displayName", abbreviation, state, version, "publishedAt", "publishedByName",
      (SELECT count(*)::int FROM found) AS total FROM found
    WHERE place COLLATE "C" > ${after ?? ''} ORDER BY place COLLATE "C" LIMIT ${PAGE + 1}`;
  const brands = rows.slice(0, PAGE);
  const last = brands.at(-1);
  const next = rows.length > PAGE && last ? `${last.displayName.toLowerCase()}/${last.name}` : null;
  return { brands, next, total: rows[0]?.total ?? 0 };
}

/** The published brands that another may inherit from. */
export async function possibleParents(_by: SystemAdministrator, name: string) {
  const brands = await publishedBrands(database());
  return brands.filter((brand) => brand.name !== name);
}
