import { z } from 'zod';
import { dayOf, isoOf } from '../../core/calendar/days';
import type { Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { todayAt } from '../../directory/structure/reads/today';
import { bankDayFrom } from '../payments/bank-days';
import { beginValidation } from '../wallet/validate-accounts';
import type { FileKind } from './files';

const fetchedRow = z.strictObject({ kind: textOf<FileKind>(), collectOn: z.string() });

/** A prenote is good on the third banking day after its own; amounts are taken for five days after theirs. */
const PRENOTE_DAYS = 3;
const AMOUNT_DAYS = 5;

/** Notes that a file is on its way to the bank, the first time; accounts in it are validated from then on. */
export async function markFetched(tx: Transaction, issuerId: string, id: string): Promise<void> {
  const [file] = await readRows(tx, fetchedRow)`
    UPDATE payment_files f SET fetched_at = ${now()}
    WHERE f.issuer_id = ${issuerId}::uuid AND f.id = ${id}::uuid AND f.fetched_at IS NULL
    RETURNING f.kind::text AS kind, f.collect_on::text AS "collectOn"`;
  if (file?.kind !== 'validation') return;
  const today = await todayAt(issuerId, tx);
  const day = bankDayFrom('us', Math.max(dayOf(file.collectOn), dayOf(today)));
  const entries = await readRows(tx, accountRow)`
    SELECT DISTINCT e.wallet_account_id AS id FROM validation_entries e
    WHERE e.issuer_id = ${issuerId}::uuid AND e.file_id = ${id}::uuid`;
  await beginValidation(
    tx,
    issuerId,
    entries.map((entry) => entry.id),
    { prenote: isoOf(bankDaysAfter(day, PRENOTE_DAYS)), micro_entries: isoOf(day + AMOUNT_DAYS) }
  );
}

const accountRow = z.strictObject({ id: z.string() });

function bankDaysAfter(day: number, count: number): number {
  let at = day;
  for (let passed = 0; passed < count; passed += 1) at = bankDayFrom('us', at + 1);
  return at;
}
