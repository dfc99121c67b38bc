import { now } from '@/lib/core/server/clock';

/** The page of one entry. */
export const entryAddress = (issuerId: string, sequence: bigint) => `/workspace/audit/${sequence}?issuer=${issuerId}`;

/** The list of all entries about one record. */
export function recordAddress(issuerId: string, entity: string, recordId: string, days: number): string {
  const from = new Date(now().getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const to = now().toISOString().slice(0, 10);
  return `/workspace/audit?${new URLSearchParams({ issuer: issuerId, entity, recordId, 'at.from': from, 'at.to': to })}`;
}

/** The list of one user's actions in the last days. */
export const actorAddress = (issuerId: string, userId: string) =>
  `/workspace/audit?${new URLSearchParams({ issuer: issuerId, userId })}`;
