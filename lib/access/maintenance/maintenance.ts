import { z } from 'zod';
import type { Origin } from '../../core/audit/audit';
import type { AuditAction } from '../../core/audit/audit-actions';
import { database, type Transaction, transaction } from '../../core/database/database';
import { wholeNumber } from '../../core/entry/number-entry';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { isUnavailable } from '../../core/server/busy';
import { now } from '../../core/server/clock';
import { may, type Principal } from '../policy/principal';
import { recordAct } from '../policy/record-act';

/** Maintenance in progress: until it ends, only system administrators use the workspace (C4.037). */
export interface Maintenance {
  begunAt: Date;
  /** The expected end; maintenance continues until it is ended. */
  expectedEnd: Date;
}

// Next evaluates modules more than once; the state belongs to the process.
const place = globalThis as typeof globalThis & { tesseraMaintenance?: Maintenance };

/** The current maintenance, or null. */
export async function currentMaintenance(): Promise<Maintenance | null> {
  const maintenance = await database().maintenance.findFirst({ select: { begunAt: true, expectedEnd: true } });
  place.tesseraMaintenance = maintenance ?? undefined;
  return maintenance;
}

/**
 * The maintenance to show to users, or null. While the database is unreachable, the last known one, since nobody can
 * have ended it there. @throws the database's error if none was known
 */
export async function toldMaintenance(): Promise<Maintenance | null> {
  try {
    return await currentMaintenance();
  } catch (error) {
    if (isUnavailable(error) && place.tesseraMaintenance) return place.tesseraMaintenance;
    throw error;
  }
}

/** Whole seconds until the expected end, at least a minute, for Retry-After. */
export function secondsLeft({ expectedEnd }: Maintenance): number {
  return Math.max(60, Math.ceil((expectedEnd.getTime() - now().getTime()) / 1000));
}

export const maintenanceSchema = z.object({ minutes: wholeNumber({ min: 1, max: 2_880 }) });

/** Begins maintenance, or changes its expected end. */
export async function beginMaintenance(
  principal: Principal,
  origin: Origin,
  { minutes }: z.output<typeof maintenanceSchema>
): Promise<Result<null>> {
  if (!may(principal, 'system', 'modify')) return refused({ code: 'forbidden.action' });
  const begunAt = now();
  const expectedEnd = new Date(begunAt.getTime() + minutes * 60_000);
  await transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO maintenance (begun_at, expected_end) VALUES (${begunAt}, ${expectedEnd})
      ON CONFLICT (active) DO UPDATE SET expected_end = EXCLUDED.expected_end`;
    await audit(tx, principal, origin, 'system.maintenance_begun', { expectedEnd: expectedEnd.toISOString() });
  });
  return accepted(null);
}

/** Ends maintenance; one that has ended already is no error. */
export async function endMaintenance(principal: Principal, origin: Origin): Promise<Result<null>> {
  if (!may(principal, 'system', 'modify')) return refused({ code: 'forbidden.action' });
  await transaction(async (tx) => {
    const { count } = await tx.maintenance.deleteMany();
    if (count > 0) await audit(tx, principal, origin, 'system.maintenance_ended', {});
  });
  return accepted(null);
}

function audit(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  action: AuditAction,
  details: Record<string, string>
): Promise<void> {
  return recordAct(tx, principal, origin, { issuerId: principal.issuerId, action, entity: 'system', details });
}
