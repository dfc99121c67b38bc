import type { Transaction } from '../../core/database/database';

/** The names of the brands that send their users to an identity provider. */
export async function brandsWithProvider(db: Transaction): Promise<ReadonlySet<string>> {
  const providers = await db.identityProvider.findMany({ select: { brandName: true } });
  return new Set(providers.map(({ brandName }) => brandName));
}
