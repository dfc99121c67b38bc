import { daysLater, isoDay } from '@/lib/core/calendar/days';
import { now } from '@/lib/core/server/clock';

/** The page of one entry. */
export const entryAddress = (issuerId: string, sequence: bigint) => `/workspace/audit/${sequence}?issuer=${issuerId}`;

/** The list of all entries about one record. */
export function recordAddress(issuerId: string, entity: string, recordId: string, days: number): string {
  const from = isoDay(daysLater(now(), 1 - days));
  const to = isoDay(now());
  return `/workspace/audit?${new URLSearchParams({ issuer: issuerId, entity, recordId, 'at.from': from, 'at.to': to })}`;
}

/** The list of one user's actions in the last days. */
export const actorAddress = (issuerId: string, userId: string) =>
  `/workspace/audit?${new URLSearchParams({ issuer: issuerId, userId })}`;
