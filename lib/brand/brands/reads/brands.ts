import type { Transaction } from '../../../core/database/database';

/** Whether all of these are brands. */
export const areBrands = async (tx: Transaction, names: readonly string[]): Promise<boolean> =>
  (await tx.brand.count({ where: { name: { in: [...names] } } })) === new Set(names).size;

/** The published brands, by display name. */
export const publishedBrands = (tx: Transaction): Promise<{ name: string; displayName: string }[]> =>
  tx.brand.findMany({
    where: { status: 'active' },
    select: { name: true, displayName: true },
    orderBy: [{ displayName: 'asc' }, { name: 'asc' }]
  });

/** The names of the brands for development, in order. */
export async function namesForDevelopment(tx: Transaction): Promise<string[]> {
  const brands = await tx.brand.findMany({ where: { development: true }, orderBy: { name: 'asc' } });
  return brands.map(({ name }) => name);
}
