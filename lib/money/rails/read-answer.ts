import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows, textOf } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { holdPayments, movePayments, type PaymentWithBank, returnPayments } from '../payments/move-payments';
import { PAYMENT } from '../payments/states';
import { holdMandates, type Mandate } from '../wallet/mandates/mandates';
import { BLOCKING_CODES } from '../wallet/mandates/states';
import { WALLET_ACCOUNT } from '../wallet/states';
import { type Blocking, holdAccounts } from '../wallet/validate-accounts';
import { lockRails } from './lock-rails';
import { originatorOf } from './originators';
import { type BankAnswer, type BankWord, RAILS, type RailName } from './rail';
import { PAYMENT_RAILS } from './rails';
import { type ReadRepayments, readRepayments } from './repayments/read-repayments';

/** What an answer has changed. */
export interface ReadAnswer {
  identity: string;
  accepted: PaymentWithBank[];
  paid: PaymentWithBank[];
  returned: (PaymentWithBank & { code: string })[];
  changes: (PaymentWithBank & { code: string })[];
  /** Bank accounts whose validation came back, or that are to be corrected. */
  blocked: Blocking[];
  repayments: ReadRepayments;
  /** Mandates that the bank has none of, each with its code. */
  mandates: (Mandate & { code: string })[];
}

/**
 * Reads an answer of an issuer's bank and changes the payments as it says: all of it, or nothing. An answer that is
 * damaged, was read before, is another bank's, or has a code that nobody knows is refused as a whole.
 */
export async function readAnswer(tx: Transaction, issuerId: string, text: string): Promise<Result<ReadAnswer>> {
  const rail = RAILS.find((name) => PAYMENT_RAILS[name].isAnswer(text));
  if (!rail) return refused({ code: 'payment.answer.damaged' });
  await lockRails(tx, issuerId);
  const originator = await originatorOf(tx, issuerId, rail, { evenInactive: true });
  if (!originator) return refused({ code: 'payment.answer.other.bank' });
  const answer = PAYMENT_RAILS[rail].read(originator, text);
  if (!answer.ok) return answer;
  if (await isRead(tx, issuerId, answer.value)) return refused({ code: 'payment.answer.repeated' });
  const repaid = await readRepayments(tx, issuerId, rail, answer.value.words);
  if (!repaid.ok) return repaid;
  const { others: words, changed: repayments } = repaid.value;
  const { tests, payments } = await partsOf(tx, issuerId, { words });
  const entries = await entriesOf(tx, issuerId, rail, payments);
  const said = wordsByPayment(entries, payments);
  if (!said.ok) return said;
  const held = await holdPayments(tx, issuerId, [...said.value.keys()]);
  const changes = changesOf(held, said.value);
  if (!changes.ok) return changes;
  await change(tx, issuerId, changes.value);
  const blocked = await blockingOf(tx, issuerId, tests);
  const mandates = await mandatesOf(tx, issuerId, changes.value.returned, repayments);
  return accepted({ identity: answer.value.identity, ...changes.value, blocked, repayments, mandates });
}

const testRow = z.strictObject({ trace: z.string(), accountId: z.string() });

/** What an answer says about entries that validate accounts, by account, and about payments. */
async function partsOf(
  tx: Transaction,
  issuerId: string,
  { words }: Pick<BankAnswer, 'words'>
): Promise<{ tests: Map<string, BankWord>; payments: Pick<BankAnswer, 'words'> }> {
  const traces = words.flatMap(({ trace }) => trace ?? []);
  const rows = await readRows(tx, testRow)`
    SELECT e.trace, e.wallet_account_id AS "accountId" FROM validation_entries e
    JOIN payment_files f ON (f.issuer_id, f.id) = (e.issuer_id, e.file_id)
    WHERE e.issuer_id = ${issuerId}::uuid AND e.trace = ANY(${traces}::text[]) ORDER BY f.number`;
  const accountOf = new Map(rows.map(({ trace, accountId }) => [trace, accountId]));
  const tests = new Map<string, BankWord>();
  for (const word of words) {
    const accountId = word.trace === null ? null : accountOf.get(word.trace);
    // Several entries validate one account: a return says more than a correction.
    if (accountId && tests.get(accountId)?.says !== 'returned') tests.set(accountId, word);
  }
  return { tests, payments: { words: words.filter(({ trace }) => trace === null || !accountOf.has(trace)) } };
}

/** The accounts that an answer blocks. Those that were removed or are blocked already aren't among them. */
async function blockingOf(
  tx: Transaction,
  issuerId: string,
  tests: ReadonlyMap<string, BankWord>
): Promise<Blocking[]> {
  const held = await holdAccounts(tx, issuerId, [...tests.keys()]);
  return held.flatMap((account) => {
    const { says, code } = tests.get(account.id) as BankWord;
    const isOpen = WALLET_ACCOUNT.after(account.state, 'block') !== null;
    return isOpen ? [{ ...account, reason: says === 'returned' ? 'returned' : 'changed', code } as const] : [];
  });
}

const isRead = (tx: Transaction, issuerId: string, { identity }: BankAnswer) =>
  exists(tx)`SELECT 1 FROM payment_answers a WHERE a.issuer_id = ${issuerId}::uuid AND a.identity = ${identity}`;

const entryRow = z.strictObject({ paymentId: z.string(), messageId: textOf<string>(), trace: z.string() });
type Entry = z.infer<typeof entryRow>;

/** The entries that an answer may be about; of a trace number that came again, the last one. */
function entriesOf(
  tx: Transaction,
  issuerId: string,
  rail: RailName,
  { words }: Pick<BankAnswer, 'words'>
): Promise<Entry[]> {
  const files = [...new Set(words.flatMap(({ messageId }) => messageId ?? []))];
  const traces = words.flatMap(({ messageId, trace }) => (messageId === null ? (trace ?? []) : []));
  return readRows(tx, entryRow)`
    SELECT e.payment_id AS "paymentId", f.message_id AS "messageId", e.trace
    FROM payment_entries e JOIN payment_files f ON (f.issuer_id, f.id) = (e.issuer_id, e.file_id)
    WHERE e.issuer_id = ${issuerId}::uuid AND f.rail = ${rail}::payment_rail
      AND (f.message_id = ANY(${files}::text[]) OR e.trace = ANY(${traces}::text[]))
    ORDER BY f.number`;
}

/** What an answer says about each payment: a word about one counts more than that about all others of its file. */
function wordsByPayment(
  entries: readonly Entry[],
  { words }: Pick<BankAnswer, 'words'>
): Result<Map<string, BankWord>> {
  const byTrace = new Map<string, string>();
  for (const { messageId, trace, paymentId } of entries) {
    byTrace.set(`${messageId}/${trace}`, paymentId);
    byTrace.set(`/${trace}`, paymentId);
  }
  const said = new Map<string, BankWord>();
  for (const word of words) {
    if (word.trace === null) continue;
    const id = byTrace.get(`${word.messageId ?? ''}/${word.trace}`);
    if (!id || said.has(id)) return refused({ code: 'payment.answer.unknown', params: { trace: word.trace } });
    said.set(id, word);
  }
  for (const word of words.filter(({ trace }) => trace === null)) {
    const own = entries.filter(({ messageId }) => messageId === word.messageId);
    if (own.length === 0) return refused({ code: 'payment.answer.other.bank' });
    for (const { paymentId } of own) if (!said.has(paymentId)) said.set(paymentId, word);
  }
  return accepted(said);
}

const collectedRow = z.strictObject({ paymentId: z.string(), mandateId: z.string() });

/** The active mandates that payments and personal shares were collected by which came back for want of one. */
async function mandatesOf(
  tx: Transaction,
  issuerId: string,
  returned: ReadAnswer['returned'],
  { mandates }: ReadRepayments
): Promise<ReadAnswer['mandates']> {
  const codes = new Map(
    returned.filter(({ code }) => BLOCKING_CODES.some((one) => one === code)).map(({ id, code }) => [id, code])
  );
  const rows = await readRows(tx, collectedRow)`
    SELECT e.payment_id AS "paymentId", e.mandate_id AS "mandateId" FROM payment_entries e
    WHERE e.issuer_id = ${issuerId}::uuid AND e.payment_id = ANY(${[...codes.keys()]}::uuid[]) AND e.mandate_id IS NOT NULL`;
  const codeOf = new Map([
    ...rows.map(({ paymentId, mandateId }) => [mandateId, codes.get(paymentId) as string] as const),
    ...mandates.map(({ id, code }) => [id, code] as const)
  ]);
  const held = await holdMandates(tx, issuerId, [...codeOf.keys()]);
  return held.map((mandate) => ({ ...mandate, code: codeOf.get(mandate.id) as string }));
}

type Changes = Omit<ReadAnswer, 'identity' | 'blocked' | 'repayments' | 'mandates'>;

/** What an answer changes. An acceptance that comes late changes nothing; a second return is refused. */
function changesOf(held: readonly PaymentWithBank[], said: ReadonlyMap<string, BankWord>): Result<Changes> {
  const changes: Changes = { accepted: [], paid: [], returned: [], changes: [] };
  for (const payment of held) {
    const { says, code, amount } = said.get(payment.id) as BankWord;
    const { state, reference } = payment;
    if (says === 'returned' && PAYMENT.after(state, 'return') === null)
      return refused({ code: 'payment.answer.returned', params: { reference } });
    if (amount !== null && !isAmount(amount, payment))
      return refused({ code: 'payment.answer.amount', params: { reference } });
    if (says === 'returned') changes.returned.push({ ...payment, code: code as string });
    else if (says === 'change') changes.changes.push({ ...payment, code: code as string });
    else if (PAYMENT.after(state, says === 'paid' ? 'settle' : 'accept') !== null) changes[says].push(payment);
  }
  return accepted(changes);
}

const isAmount = (amount: string, payment: PaymentWithBank) =>
  /^\d+(\.\d+)?$/.test(amount) && new Prisma.Decimal(amount).eq(payment.amount);

const ids = (payments: readonly PaymentWithBank[]) => payments.map(({ id }) => id);

async function change(tx: Transaction, issuerId: string, changes: Changes): Promise<void> {
  await movePayments(tx, issuerId, 'accept', ids(changes.accepted));
  await movePayments(tx, issuerId, 'settle', ids(changes.paid));
  await returnPayments(
    tx,
    issuerId,
    changes.returned.map(({ id, code }) => ({ id, code }))
  );
  for (const { id, code } of changes.changes)
    await tx.paymentEntry.updateMany({ where: { issuerId, paymentId: id }, data: { changeCode: code } });
}
