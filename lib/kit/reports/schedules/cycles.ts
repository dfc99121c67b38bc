import type { Principal } from '../../../access/policy/principal';
import { database, type Transaction } from '../../../core/database/database';
import { groupBy } from '../../../core/database/group-by';
import { recordsOf } from '../../setup/records-of';
import reportingCycle from '../entities/reporting-cycle';
import type { Cycle } from './cycle';

export interface NamedCycle {
  id: string;
  name: string;
  cycle: Cycle;
}

type Stored = Awaited<ReturnType<ReturnType<typeof recordsOf<(typeof reportingCycle)['fields']>>>>[number];

const shown = ({ id, values }: Stored): NamedCycle => ({
  id,
  name: values.name as string,
  cycle: {
    frequency: values.frequency as Cycle['frequency'],
    closingWeekday: (values.closingWeekday ?? null) as Cycle['closingWeekday'],
    closingDay: (values.closingDay ?? null) as number | null,
    startsOn: values.startsOn as string
  }
});

/** The reporting cycles of the companies that a principal's places are in, by name (C3.026). */
export async function ownCycles({ issuerId, scope }: Principal, tx: Transaction = database()): Promise<NamedCycle[]> {
  const companies = scope.subtrees.flatMap((part) => (part.issuerId === issuerId ? (part.companyId ?? []) : []));
  if (companies.length === 0) return [];
  const records = await recordsOf(tx, reportingCycle)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ANY(${companies}::uuid[]) AND r.active ORDER BY r.name, r.id`;
  return records.map(shown);
}

/** The active reporting cycles of an issuer's companies, by company. */
export async function cyclesByCompany(tx: Transaction, issuerId: string): Promise<Map<string, Cycle[]>> {
  const records = await recordsOf(tx, reportingCycle)`WHERE r.issuer_id = ${issuerId}::uuid AND r.active`;
  const byCompany = groupBy(records, ({ ownerId }) => ownerId);
  return new Map([...byCompany].map(([companyId, own]) => [companyId, own.map((record) => shown(record).cycle)]));
}

/** The reporting cycle of a schedule; null if it is gone or no longer active. */
export async function cycleOf(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<Cycle | null> {
  const [record] = await recordsOf(tx, reportingCycle)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid AND r.active`;
  return record ? shown(record).cycle : null;
}
