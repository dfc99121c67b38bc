import { z } from 'zod';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { wallClock } from '../../core/calendar/clocks';
import { dayOf, isoOf } from '../../core/calendar/days';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { keepLargeFile } from '../../core/files/large-files';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { enqueue } from '../../core/server/outbox';
import { timeZoneAt } from '../../directory/structure/today';
import { bankDayFrom } from '../payments/bank-days';
import { type DueGroup, type DuePayment, duePayments, groupsDue } from '../payments/due-payments';
import { movePayments } from '../payments/move-payments';
import { PAYMENT } from '../payments/states';
import { bankAccounts } from '../wallet/bank-accounts';
import { lockRails } from './lock-rails';
import { originatorOf } from './originators';
import type { Debit, FileHead, Originator, RailName } from './rail';
import { PAYMENT_RAILS, RAIL_OF } from './rails';

/** The most payments of a file: it is written in memory. */
const MOST_ENTRIES = 20_000;
const PATIENCE_MILLIS = 120_000;
export const RAILS_ORIGIN: Origin = { requestId: 'payment-rails', address: '127.0.0.1', userAgent: '' };

/** Writes one file of payments past their cutoff (C9.039); false if there are none, or no bank to collect them. */
export async function collectDue(): Promise<boolean> {
  for (const group of await groupsDue())
    if (await transaction((tx) => collect(tx, group), PATIENCE_MILLIS)) return true;
  return false;
}

/**
 * The file, its entries and the new state of its payments are one transaction, so that a payment is in a file exactly if
 * it is sent. The key of an entry lets it be in one file only.
 */
async function collect(tx: Transaction, group: DueGroup): Promise<boolean> {
  const { issuerId, scheme, currency } = group;
  const name = RAIL_OF[scheme];
  const rail = PAYMENT_RAILS[name];
  await lockRails(tx, issuerId);
  const originator = await originatorOf(tx, issuerId, name);
  if (!originator) return false;
  const due = upTo(rail.mostTotal, await duePayments(tx, group, MOST_ENTRIES));
  if (due.length === 0) return false;
  const head = await headOf(tx, group, originator);
  // Bank files of one day can't be told apart for ever: the rest goes with the next day's.
  if (head.before >= rail.mostFilesADay) return false;
  const debits = await debitsOf(tx, issuerId, originator, due);
  const total = due.reduce((sum, { amount }) => sum.plus(amount), new Prisma.Decimal(0)).toString();
  const bytes = Buffer.from(rail.write(originator, head, debits));
  const file = await keepLargeFile(
    {
      ...{ issuerId, name: `${head.messageId}.${rail.extension}`, mediaType: rail.mediaType },
      ...{ ownerUserId: null, expiresAt: null }
    },
    inChunks(bytes),
    tx
  );
  const id = newId();
  await tx.$executeRaw`
    INSERT INTO payment_files (issuer_id, id, rail, number, message_id, currency, collect_on, payment_count, total,
      written_at, file_id)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${name}::payment_rail, ${head.number}, ${head.messageId}, ${currency},
      ${head.collectOn}::date, ${due.length}, ${total}::numeric, ${now()}, ${file.id}::uuid)`;
  await addEntries(tx, { issuerId, id }, due, debits);
  await movePayments(
    tx,
    issuerId,
    'send',
    due.map((payment) => payment.id)
  );
  if (config().TESSERA_MODE !== 'production')
    await enqueue(tx, { issuerId, topic: 'payment_file.simulated', payload: { issuerId, id } });
  await appendAudit(tx, RAILS_ORIGIN, {
    ...{ issuerId, action: PAYMENT.events.send.audit, entity: 'payment_file', entityId: id, nodeId: issuerId },
    details: {
      file: head.messageId,
      payments: due.length,
      amount: total,
      currency,
      sha256: file.sha256.toString('hex')
    }
  });
  return true;
}

/** The first payments that a file can hold: its total has so many digits. */
function upTo(most: string, due: readonly DuePayment[]): DuePayment[] {
  let total = new Prisma.Decimal(0);
  const first = due.findIndex(({ amount }) => {
    total = total.plus(amount);
    return total.gt(most);
  });
  return first < 0 ? [...due] : due.slice(0, first);
}

const countedRow = z.strictObject({ number: z.number(), before: z.number(), issuer: z.string() });

async function headOf(
  tx: Transaction,
  { issuerId, scheme, currency }: DueGroup,
  { rail }: Originator
): Promise<FileHead> {
  const zone = await timeZoneAt(issuerId, tx);
  const { day: writtenOn, time: writtenTime } = wallClock(zone, now());
  const [counted] = await readRows(tx, countedRow)`
    SELECT coalesce(max(f.number), 0) + 1 AS number,
      (count(*) FILTER (WHERE (f.written_at AT TIME ZONE ${zone})::date = ${writtenOn}::date))::int AS before,
      (SELECT i.number FROM issuers i WHERE i.id = ${issuerId}::uuid) AS issuer
    FROM payment_files f WHERE f.issuer_id = ${issuerId}::uuid AND f.rail = ${rail}::payment_rail`;
  const { number, before, issuer } = counted as z.infer<typeof countedRow>;
  return {
    ...{ messageId: messageIdOf(issuer, rail, number), number, before },
    ...{ writtenOn, writtenTime, currency },
    // The banks have the file after their day; they collect on the next.
    collectOn: isoOf(bankDayFrom(scheme, dayOf(writtenOn) + 1))
  };
}

/** 35 characters at most, in capitals and digits. */
const messageIdOf = (issuer: string, rail: RailName, number: number) =>
  `${issuer
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 18)}-${rail.toUpperCase()}-${String(number).padStart(6, '0')}`;

async function debitsOf(
  tx: Transaction,
  issuerId: string,
  originator: Originator,
  due: readonly DuePayment[]
): Promise<Debit[]> {
  const accounts = await bankAccounts(
    tx,
    issuerId,
    due.map(({ walletAccountId }) => walletAccountId)
  );
  const { traceOf } = PAYMENT_RAILS[originator.rail];
  return due.map((payment) => {
    const account = accounts.get(payment.walletAccountId);
    if (!account) throw new Error(`the bank account of payment ${payment.id} is gone`);
    const { number, reference, amount, agreedOn } = payment;
    return { trace: traceOf(originator, payment), number, reference, amount, agreedOn, account };
  });
}

async function addEntries(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  due: readonly DuePayment[],
  debits: readonly Debit[]
): Promise<void> {
  const entries = due.map((payment, at) => ({ payment: payment.id, trace: debits[at]?.trace }));
  await tx.$executeRaw`
    INSERT INTO payment_entries (issuer_id, payment_id, file_id, trace)
    SELECT ${issuerId}::uuid, e.payment, ${id}::uuid, e.trace
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e (payment uuid, trace text)`;
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
