import { database, type Transaction } from '../../core/database/database';

/** Whether a person has published this brand: from then on it is theirs, and no file replaces it. */
export async function isEditedByAPerson(brandName: string): Promise<boolean> {
  const where = { brandName, publishedByName: { not: null } };
  return (await database().brandVersion.count({ where })) > 0;
}

/** The last published version of a brand; null before the first. */
export const lastVersion = (tx: Transaction, brandName: string) =>
  tx.brandVersion.findFirst({ where: { brandName }, orderBy: { version: 'desc' } });

/** A published version of a brand; null if it has none with that number. */
export const brandVersion = (tx: Transaction, brandName: string, version: number) =>
  tx.brandVersion.findUnique({ where: { brandName_version: { brandName, version } } });

/** The published versions of a brand, newest first, `count` of them from below the version `before`. */
export const brandVersions = (tx: Transaction, brandName: string, count: number, before?: number) =>
  tx.brandVersion.findMany({
    where: { brandName, ...(before && { version: { lt: before } }) },
    orderBy: { version: 'desc' },
    take: count
  });
