import { database, type Transaction } from '../../core/database/database';
import { openSecret } from '../../kit/setup/keep-secrets';
import { recordsOf } from '../../kit/setup/records-of';
import bankOriginator from './entities/bank-originator';
import type { Originator, RailName } from './rail';

/**
 * How an issuer collects by a rail; null: it is not set up, or inactive, and nothing is collected. Answers to earlier
 * files are read by an inactive one too.
 */
export async function originatorOf(
  tx: Transaction,
  issuerId: string,
  rail: RailName,
  { evenInactive = false } = {}
): Promise<Originator | null> {
  const [record] = await recordsOf(tx, bankOriginator)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.rail = ${rail} AND (r.active OR ${evenInactive})`;
  if (!record) return null;
  const { name, bankName, routingNumber, companyId, entryClass, creditorId, bic } = record.values;
  return {
    rail,
    name,
    bankName,
    routingNumber: routingNumber ?? '',
    companyId: companyId ?? '',
    entryClass: entryClass ?? 'CCD',
    creditorId: creditorId ?? '',
    bic: bic ?? '',
    iban: (await openSecret(tx, { issuerId, id: record.id, field: 'iban' })) ?? ''
  };
}

/** The name and identifier by which SEPA mandates name an issuer; null if it isn't set up. */
export async function creditorName(issuerId: string): Promise<string | null> {
  const [record] = await recordsOf(database(), bankOriginator)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.rail = 'sepa' AND r.active`;
  return record ? `${record.values.name} (${record.values.creditorId})` : null;
}
