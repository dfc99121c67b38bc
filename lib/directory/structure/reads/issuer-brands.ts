import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';

/** A brand by its name, if it is the issuer's; else the issuer's first. */
export async function brandOfIssuer(tx: Transaction, issuerId: string, brandName: string): Promise<string> {
  const brands = await tx.issuerBrand.findMany({ where: { issuerId }, orderBy: { brandName: 'asc' } });
  return (brands.find((own) => own.brandName === brandName) ?? brands[0])?.brandName ?? brandName;
}

/** The names of an issuer's brands, in order, as an array of SQL. */
export const brandNamesOf = (issuer: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`ARRAY(SELECT b.brand_name FROM issuer_brands b WHERE b.issuer_id = ${issuer} ORDER BY b.brand_name)`;

/** The issuers of brands, as rows with `issuer_id` and `brand_name`. */
export const ISSUERS_OF_BRANDS = Prisma.sql`(SELECT issuer_id, brand_name FROM issuer_brands)`;
