import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';

interface BrandHost {
  brandName: string;
  hostname: string;
}

/** Adds a host name to a brand, verified or to be verified by its challenge; false if a brand has it already. */
export async function insertHostname(
  tx: Transaction,
  { brandName, hostname }: BrandHost,
  { challenge, verified }: { challenge: string; verified: boolean }
): Promise<boolean> {
  const row = { hostname, brandName, challenge, verifiedAt: verified ? now() : null };
  const { count } = await tx.brandHostname.createMany({ data: [row], skipDuplicates: true });
  return count > 0;
}

/** Notes that a host name was looked up now, and whether its record was there, unless its challenge has changed. */
export async function noteHostnameCheck(
  tx: Transaction,
  { brandName, hostname }: BrandHost,
  { challenge, verified }: { challenge: string | null; verified: boolean }
): Promise<void> {
  await tx.brandHostname.updateMany({
    where: { brandName, hostname, challenge },
    data: { checkedAt: now(), ...(verified && { verifiedAt: now() }) }
  });
}

/** Removes a host name from a brand; false if it has none of that name. */
export async function deleteHostname(tx: Transaction, { brandName, hostname }: BrandHost): Promise<boolean> {
  const { count } = await tx.brandHostname.deleteMany({ where: { brandName, hostname } });
  return count > 0;
}

/** The host names of a brand, in the order in which they were added. */
export const hostnamesOf = (tx: Transaction, brandName: string) =>
  tx.brandHostname.findMany({ where: { brandName }, orderBy: { addedAt: 'asc' } });

/** A host name of a brand; null if it has none of that name. */
export const hostnameOf = (tx: Transaction, { brandName, hostname }: BrandHost) =>
  tx.brandHostname.findFirst({ where: { brandName, hostname } });
