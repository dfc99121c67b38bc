import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { appendAudit } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { exists, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { bankAccounts } from '../wallet/bank-accounts';
import { type AddedAccount, addedAccounts, issuersToValidate, sendToValidate } from '../wallet/validate-accounts';
import { RAILS_ORIGIN } from './collect-due';
import { headOf, keepFile } from './keep-file';
import { lockRails } from './lock-rails';
import { originatorOf } from './originators';
import type { AccountTest, Originator } from './rail';
import { PAYMENT_RAILS } from './rails';

const MOST_ACCOUNTS = 5_000;
const PATIENCE_MILLIS = 60_000;
/** Accounts that are added within this time share a file. */
const APART_MILLIS = 15 * 60_000;

/** Writes one file that validates bank accounts (C3.029); false if there are none, or no bank for them. */
export async function validateDue(): Promise<boolean> {
  for (const { id } of await issuersToValidate())
    if (await transaction((tx) => validate(tx, id), PATIENCE_MILLIS)) return true;
  return false;
}

/**
 * The file, its entries, the new state of the accounts and the hashes of the amounts are one transaction. The amounts are
 * in the sealed file and nowhere else. Half of a day's files are left to payments.
 */
async function validate(tx: Transaction, issuerId: string): Promise<boolean> {
  await lockRails(tx, issuerId);
  const originator = await originatorOf(tx, issuerId, 'nacha');
  if (!originator || (await hasJustWritten(tx, issuerId))) return false;
  const added = await addedAccounts(tx, issuerId, MOST_ACCOUNTS);
  if (added.length === 0) return false;
  const { mostFilesADay, writeTests } = PAYMENT_RAILS.nacha;
  const head = await headOf(tx, { issuerId, scheme: 'us', currency: 'USD' }, originator);
  if (head.before >= mostFilesADay / 2) return false;
  const tests = await testsOf(tx, issuerId, originator, added);
  const { id, sha256 } = await keepFile(tx, issuerId, {
    rail: 'nacha',
    kind: 'validation',
    head,
    count: tests.length,
    total: '0',
    text: writeTests(originator, head, tests)
  });
  const entries = tests.flatMap(({ account, traces }) => traces.map((trace) => ({ trace, account: account.id })));
  await tx.$executeRaw`
    INSERT INTO validation_entries (issuer_id, file_id, trace, wallet_account_id)
    SELECT ${issuerId}::uuid, ${id}::uuid, e.trace, e.account
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e (trace text, account uuid)`;
  await sendToValidate(
    tx,
    issuerId,
    tests.map(({ account, cents }) => ({ id: account.id, cents }))
  );
  await appendAudit(tx, RAILS_ORIGIN, {
    issuerId,
    action: 'payment_file.written',
    entity: 'payment_file',
    entityId: id,
    nodeId: issuerId,
    details: { file: head.messageId, accounts: tests.length, sha256 }
  });
  return true;
}

const hasJustWritten = (tx: Transaction, issuerId: string) =>
  exists(tx)`
    SELECT 1 FROM payment_files f WHERE f.issuer_id = ${issuerId}::uuid AND f.kind = 'validation'
      AND f.written_at > ${new Date(now().getTime() - APART_MILLIS)}`;

const countRow = z.strictObject({ count: z.number() });

async function testsOf(
  tx: Transaction,
  issuerId: string,
  originator: Originator,
  added: readonly AddedAccount[]
): Promise<AccountTest[]> {
  const accounts = await bankAccounts(
    tx,
    issuerId,
    added.map(({ id }) => id)
  );
  const [counted] = await readRows(tx, countRow)`
    SELECT count(*)::int AS count FROM validation_entries e WHERE e.issuer_id = ${issuerId}::uuid`;
  let number = (counted as { count: number }).count;
  return added.map(({ id, validation }) => {
    const account = accounts.get(id);
    if (!account) throw new Error(`the bank account ${id} is gone`);
    const traces = Array.from({ length: validation === 'prenote' ? 1 : 3 }, () =>
      PAYMENT_RAILS.nacha.testTraceOf(originator, number++)
    );
    return { account, validation, traces, cents: validation === 'prenote' ? null : twoAmounts() };
  });
}

/** Two different amounts below a dollar, in cents. */
function twoAmounts(): [number, number] {
  const first = randomInt(1, 100);
  const second = randomInt(1, 99);
  return [first, second < first ? second : second + 1];
}
