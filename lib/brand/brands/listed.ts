import { Prisma } from '../../core/database/prisma/client';

/** The brands `b`, each with its last published version `v`; null before the first. */
export const BRANDS_AS_PUBLISHED = Prisma.sql`brands b
  LEFT JOIN LATERAL (SELECT version, published_at, published_by_name FROM brand_versions
    WHERE brand_name = b.name ORDER BY version DESC LIMIT 1) v ON true`;

/** Whether the brand of a name has a host name like a pattern, as an expression of SQL. */
export const hasHostnameLike = (name: Prisma.Sql, pattern: string): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM brand_hostnames h WHERE h.brand_name = ${name} AND h.hostname ILIKE ${pattern})`;
