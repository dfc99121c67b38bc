import { z } from 'zod';
import { ROLES, type Role } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { CUSTOMER_CODES } from '../../directory/structure/customer-codes';
import { type CodeFault, type Codes, faultsOf, writtenCodes } from '../allocation/check-codes';
import { defaultCodes } from '../allocation/default-codes';
import { type Coding, codingsOf } from '../allocation/schemes';
import { splitChanges } from '../allocation/split-changes';
import type { Part } from '../allocation/splits';
import { type Allocation, allocationsOf, writeAllocations } from './allocations';
import { customFault, customFieldsOf } from './custom-fields';
import { keptPart, partsOf } from './parts';
import { recordEvents } from './record-events';
import type { AllocationEntry } from './schema';
import { editRefusal } from './states';
import { type CardTransaction, heldTransactions } from './transactions';

/**
 * Saves a transaction's purpose, customer, custom fields, and splits with their codes. Filled-in values must be valid;
 * missing ones are reported at the review. A refusal names the field of the entry: `splits.2.codes.<id>`,
 * `customValues.<id>`. Returns the new version.
 */
export function allocate(
  principal: Principal,
  id: string,
  entry: AllocationEntry,
  origin: Origin
): Promise<Result<{ version: number }>> {
  return transaction(async (tx) => {
    const [held] = await heldTransactions(tx, principal, [id]);
    if (!held) return refused({ code: 'not.found' });
    if (!may(principal, 'transactions', 'modify')) return refused({ code: 'forbidden.action' });
    const locked = editRefusal(held.state);
    if (locked) return refused({ code: locked });
    if (held.version !== entry.version) return refused({ code: 'record.changed', params: { version: held.version } });
    const { issuerId, companyId, accountPath } = held;
    const coding = (await codingsOf(tx, { issuerId, companyId }, [accountPath])).get(accountPath) as Coding;
    const before = (await allocationsOf(tx, [held])).get(id) ?? [];
    const codes = await codesOf(tx, principal.role, held, coding, before, entry);
    if (!codes.ok) return codes;
    const refusal =
      (await customRefusal(tx, held, entry)) ??
      (await customerRefusal(tx, held, entry)) ??
      (await codesRefusal(tx, held, coding, codes.value));
    if (refusal) return refused(refusal);
    const parts = partsOf(held, entry);
    if (!parts.ok) return parts;
    const written = await writtenCodes(tx, issuerId, coding, codes.value);
    const after = entry.splits.map(({ description }, index) => ({
      ...keptPart(parts.value[index] as Part),
      description,
      codes: written[index] as Codes
    }));
    await writeAllocations(tx, [{ ...held, parts: after }]);
    await write(tx, held, coding, entry);
    const details = differences(held, entry, before, after);
    await recordEvents(tx, principal, origin, { event: 'allocated', rows: [held], details: () => details });
    return accepted({ version: held.version + 1 });
  });
}

const at = (index: number, name: string) => `splits.${index}.${name}`;

const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/**
 * The codes of each split; codes reserved for higher roles keep their value from that split, else from the first, else
 * the default. Refuses other values for them.
 */
async function codesOf(
  tx: Transaction,
  role: Role,
  held: CardTransaction,
  { scheme }: Coding,
  before: readonly Allocation[],
  { splits }: AllocationEntry
): Promise<Result<Codes[]>> {
  const closed = (scheme?.codes ?? []).filter(({ editableBy }) => ROLES.indexOf(role) < ROLES.indexOf(editableBy));
  const [defaults = {}] =
    scheme && closed.length > 0 && before.length === 0
      ? await defaultCodes(tx, held.issuerId, [{ ...held, schemeId: scheme.id }])
      : [];
  const all: Codes[] = [];
  for (const [index, { codes }] of splits.entries()) {
    const kept: Codes = before[index]?.codes ?? before[0]?.codes ?? defaults;
    const other = closed.find(({ id }) => codes[id] && codes[id] !== kept[id]);
    if (other) return refused({ code: 'allocation.code.not.editable', field: at(index, `codes.${other.id}`) });
    all.push({ ...codes, ...Object.fromEntries(closed.map(({ id }) => [id, kept[id] ?? ''])) });
  }
  return accepted(all);
}

/** Filled-in codes must be valid; a required code may be missing. */
async function codesRefusal(
  tx: Transaction,
  { issuerId, transactionDate }: CardTransaction,
  coding: Coding,
  splits: readonly Codes[]
): Promise<Refusal | null> {
  const faults = await faultsOf(
    tx,
    issuerId,
    splits.map((codes) => ({ coding, day: transactionDate, codes }))
  );
  for (const [index, found] of faults.entries()) {
    const fault = found.find(({ code }: CodeFault) => code !== 'required.field');
    if (fault) return { code: fault.code, field: at(index, `codes.${fault.codeId}`), params: fault.params };
  }
  return null;
}

async function customRefusal(
  tx: Transaction,
  held: CardTransaction,
  { customValues }: AllocationEntry
): Promise<Refusal | null> {
  const fields = (await customFieldsOf([held], tx)).get(held.companyId) ?? [];
  for (const [id, value] of Object.entries(customValues)) {
    const field = fields.find((one) => one.id === id);
    // A value may stay in a field that is no longer required.
    const isLeft = value === held.customValues[id];
    const fault = field ? customFault(field, value) : isLeft ? null : (['invalid.entry'] as const);
    if (fault) return { code: fault[0], field: `customValues.${id}`, params: fault[1] };
  }
  return null;
}

const customerRow = z.strictObject({ known: z.boolean() });

/** A customer code must be one of the company's, if the company has any (C5.048). */
async function customerRefusal(
  tx: Transaction,
  { issuerId, companyId, customerCode: kept }: CardTransaction,
  { customerCode }: AllocationEntry
): Promise<Refusal | null> {
  // An existing value may stay, whether from the file or chosen while it was offered.
  if (customerCode === null || customerCode === kept) return null;
  const rows = await readRows(tx, customerRow)`
    SELECT coalesce(bool_or(c.active AND lower(c.code) = lower(${customerCode})), false) AS known FROM ${CUSTOMER_CODES} c
    WHERE c.issuer_id = ${issuerId}::uuid AND c.within_id = ${companyId}::uuid`;
  return rows[0]?.known ? null : { code: 'customer.code.unknown', field: 'customerCode' };
}

async function write(
  tx: Transaction,
  { issuerId, postingDate, id }: CardTransaction,
  { scheme }: Coding,
  { purpose, customerCode, customValues }: AllocationEntry
): Promise<void> {
  await tx.$executeRaw`
    UPDATE transactions SET purpose = ${purpose}, customer_code = ${customerCode},
      custom_values = ${JSON.stringify(filled(customValues))}::jsonb, scheme_id = ${scheme?.id ?? null}::uuid,
      scheme_version = ${scheme?.version ?? null}, version = version + 1
    WHERE issuer_id = ${issuerId}::uuid AND posting_date = ${postingDate}::date AND id = ${id}::uuid`;
}

/** The differences for the history. */
function differences(
  held: CardTransaction,
  entry: AllocationEntry,
  before: readonly Allocation[],
  after: readonly Omit<Allocation, 'transactionId' | 'position'>[]
): Record<string, string | null> {
  const fields: [string, string | null, string | null][] = [
    ['purpose', held.purpose, entry.purpose],
    ['customerCode', held.customerCode, entry.customerCode],
    ['customValues', JSON.stringify(held.customValues), JSON.stringify(filled(entry.customValues))]
  ];
  const changed = fields
    .filter(([, old, now]) => old !== now)
    .flatMap(([name, old, now]) => [
      [`before.${name}`, old],
      [`after.${name}`, now]
    ]);
  return { ...Object.fromEntries(changed), ...splitChanges('allocation', before, after) };
}
