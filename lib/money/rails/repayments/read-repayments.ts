import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import {
  holdRepayments,
  moveRepayments,
  type RepaymentWithBank,
  returnRepayments
} from '../../expenses/repayments/move-repayments';
import { REPAYMENT } from '../../expenses/repayments/states';
import { BLOCKING_CODES } from '../../wallet/mandates/states';
import type { BankWord, RailName } from '../rail';

const entryRow = z.strictObject({
  fileId: z.string(),
  messageId: z.string(),
  trace: z.string(),
  companyId: z.string(),
  repaymentId: z.string().nullable(),
  mandateId: z.string().nullable(),
  lastFour: z.string(),
  returnCode: z.string().nullable()
});
type Entry = z.infer<typeof entryRow>;

/** A company's own side of a file that the bank has returned. */
export interface UnpaidSide {
  companyId: string;
  lastFour: string;
  code: string;
}

/** What an answer has changed about repayments. */
export interface ReadRepayments {
  /** How many the bank accepts, which changes nothing yet. */
  accepted: number;
  settled: RepaymentWithBank[];
  returned: (RepaymentWithBank & { code: string })[];
  changes: (RepaymentWithBank & { code: string })[];
  unpaid: UnpaidSide[];
  /** The mandates that the bank has none of, each with its code. */
  mandates: { id: string; code: string }[];
}

/**
 * Changes the repayments that an answer is about as it says, and gives back what it says about anything else. One that was
 * sent again is told apart by its entry: the answer to an earlier file says nothing about the later one.
 */
export async function readRepayments(
  tx: Transaction,
  issuerId: string,
  rail: RailName,
  words: readonly BankWord[]
): Promise<Result<{ others: BankWord[]; changed: ReadRepayments }>> {
  const entries = await entriesOf(tx, issuerId, rail, words);
  const said = wordsByEntry(entries, words);
  if (!said.ok) return said;
  const { own, others } = said.value;
  const ids = [...own.keys()].flatMap(({ repaymentId }) => repaymentId ?? []);
  const held = new Map((await holdRepayments(tx, issuerId, ids)).map((one) => [one.id, one]));
  const changed = changesOf(own, held);
  if (!changed.ok) return changed;
  await change(tx, issuerId, own, changed.value);
  return accepted({ others, changed: changed.value });
}

/** The entries that an answer may be about; of a trace number that came again, the last one comes last. */
function entriesOf(tx: Transaction, issuerId: string, rail: RailName, words: readonly BankWord[]): Promise<Entry[]> {
  const files = [...new Set(words.flatMap(({ messageId }) => messageId ?? []))];
  const traces = words.flatMap(({ messageId, trace }) => (messageId === null ? (trace ?? []) : []));
  return readRows(tx, entryRow)`
    SELECT e.file_id AS "fileId", f.message_id AS "messageId", e.trace, e.company_id AS "companyId",
      e.repayment_id AS "repaymentId", e.mandate_id AS "mandateId", e.last_four AS "lastFour", e.return_code AS "returnCode"
    FROM repayment_entries e JOIN payment_files f ON (f.issuer_id, f.id) = (e.issuer_id, e.file_id)
    WHERE e.issuer_id = ${issuerId}::uuid AND f.rail = ${rail}::payment_rail
      AND (f.message_id = ANY(${files}::text[]) OR e.trace = ANY(${traces}::text[]))
    ORDER BY f.number, e.trace`;
}

/** What an answer says about each entry: a word about one counts more than that about all others of its file. */
function wordsByEntry(
  entries: readonly Entry[],
  words: readonly BankWord[]
): Result<{ own: Map<Entry, BankWord>; others: BankWord[] }> {
  const byTrace = new Map<string, Entry>();
  for (const entry of entries) {
    byTrace.set(`${entry.messageId}/${entry.trace}`, entry);
    byTrace.set(`/${entry.trace}`, entry);
  }
  const files = new Set(entries.map(({ messageId }) => messageId));
  const [own, others] = [new Map<Entry, BankWord>(), [] as BankWord[]];
  for (const word of words) {
    const { messageId, trace } = word;
    const entry = trace === null ? undefined : byTrace.get(`${messageId ?? ''}/${trace}`);
    if (messageId === null ? !entry : !files.has(messageId)) others.push(word);
    else if (trace === null) continue;
    else if (!entry || own.has(entry)) return refused({ code: 'payment.answer.unknown', params: { trace } });
    else own.set(entry, word);
  }
  for (const word of words.filter(({ trace }) => trace === null))
    for (const entry of entries.filter(({ messageId }) => messageId === word.messageId))
      if (!own.has(entry)) own.set(entry, word);
  return accepted({ own, others });
}

/** What an answer changes. What it says of an entry that was returned before changes nothing; a second return is refused. */
function changesOf(
  own: ReadonlyMap<Entry, BankWord>,
  held: ReadonlyMap<string, RepaymentWithBank>
): Result<ReadRepayments> {
  const changes: ReadRepayments = { accepted: 0, settled: [], returned: [], changes: [], unpaid: [], mandates: [] };
  for (const [{ repaymentId, returnCode, companyId, lastFour, trace, mandateId }, { says, code, amount }] of own) {
    const repayment = held.get(repaymentId ?? '');
    const reference = repayment?.reference ?? trace;
    const isBack = returnCode !== null;
    if (says === 'returned' && isBack) return refused({ code: 'payment.answer.returned', params: { reference } });
    if (repayment && amount !== null && !isAmount(amount, repayment))
      return refused({ code: 'payment.answer.amount', params: { reference } });
    if (isBack) continue;
    if (!repayment) {
      if (says === 'returned') changes.unpaid.push({ companyId, lastFour, code: code as string });
    } else if (says === 'returned') {
      changes.returned.push({ ...repayment, code: code as string });
      if (mandateId && isBlocking(code)) changes.mandates.push({ id: mandateId, code });
    } else if (says === 'change') changes.changes.push({ ...repayment, code: code as string });
    else if (REPAYMENT.after(repayment.state, 'settle') === null) continue;
    else if (says === 'paid') changes.settled.push(repayment);
    else changes.accepted += 1;
  }
  return accepted(changes);
}

const isBlocking = (code: string | null): code is string => BLOCKING_CODES.some((one) => one === code);

const isAmount = (amount: string, repayment: RepaymentWithBank) =>
  /^\d+(\.\d+)?$/.test(amount) && new Prisma.Decimal(amount).eq(repayment.amount);

async function change(
  tx: Transaction,
  issuerId: string,
  own: ReadonlyMap<Entry, BankWord>,
  { settled, returned }: ReadRepayments
): Promise<void> {
  await moveRepayments(
    tx,
    issuerId,
    'settle',
    settled.map(({ id }) => id)
  );
  await returnRepayments(
    tx,
    issuerId,
    returned.map(({ id, code }) => ({ id, code }))
  );
  for (const [{ fileId, trace }, { says, code }] of own)
    if (says === 'returned')
      await tx.repaymentEntry.update({
        where: { issuerId_fileId_trace: { issuerId, fileId, trace } },
        data: { returnCode: code }
      });
}
