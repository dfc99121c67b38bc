import { Prisma } from '../../../core/database/prisma/client';
import { bankText } from '../bank-text';
import type { Debit, FileHead, FileTotals, Originator } from '../rail';
import { batchControl, centsOf, digits, endOf, left, NOTHING, shortDay, tallied } from './records';

/** Files of one day are told apart by a letter or a digit. */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
export const MOST_FILES_A_DAY = MODIFIERS.length;

/** A debit of a checking or a savings account. */
const CODES = { checking: '27', savings: '37' } as const;

/** The traces of payments, below those of repayments, then those of entries that validate accounts. */
const PAYMENT_TRACES = 8_000_000;
const FIRST_TEST_TRACE = 9_000_000;
const TEST_TRACES = 1_000_000;

/** The trace number of payment `p`: the bank of origin, and the payment's own number. */
export const traceOf = ({ routingNumber }: Originator): Prisma.Sql =>
  Prisma.sql`${routingNumber.slice(0, 8)} || lpad((p.number % ${PAYMENT_TRACES}::int)::text, 7, '0')`;

/** The trace number of an entry that validates an account. */
export const testTraceOf = ({ routingNumber }: Originator, number: number): string =>
  routingNumber.slice(0, 8) + digits(FIRST_TEST_TRACE + (number % TEST_TRACES), 7);

/**
 * A file of ACH debits in Nacha's format: one batch of the originator's class, each entry with an addenda record that
 * says what is paid.
 */
export async function* writeNacha(
  originator: Originator,
  head: FileHead,
  _: FileTotals,
  debits: AsyncIterable<readonly Debit[]>
): AsyncGenerator<string> {
  const header = batchHeader(originator, head, { service: '225', description: 'CARD PMT', number: 1 });
  yield `${fileHeader(originator, head)}\n${header}\n`;
  let tally = NOTHING;
  for await (const some of debits) {
    const entries = some.map(entryOf);
    tally = tallied(tally, entries, some.length);
    yield some.map((debit, at) => `${entries[at]}\n${addendaOf(debit)}\n`).join('');
  }
  yield `${batchControl(header, tally)}\n${endOf({ batches: 1, before: tally.records + 3, tally })}`;
}

export const capitals = (text: string, most: number) => left(bankText(text, most).toUpperCase(), most);

/** The first record of a file. */
export function fileHeader({ routingNumber, companyId, bankName, name }: Originator, head: FileHead): string {
  return [
    `101 ${routingNumber}`,
    left(companyId, 10),
    shortDay(head.writtenOn) + head.writtenTime.slice(0, 5).replace(':', ''),
    MODIFIERS[head.before],
    '094101',
    capitals(bankName, 23),
    capitals(name, 23),
    digits(head.number % 100_000_000, 8)
  ].join('');
}

/** What a batch is: its service class (200: credits and debits, 225: debits), what it says on a statement, its number. */
interface BatchKind {
  service: '200' | '225';
  description: string;
  number: number;
}

/** The header of a batch of the originator's class. */
export function batchHeader(
  { name, companyId, entryClass, routingNumber }: Originator,
  head: FileHead,
  { service, description, number }: BatchKind
): string {
  return [
    `5${service}`,
    capitals(name, 16),
    ' '.repeat(20),
    left(companyId, 10),
    entryClass,
    left(description, 10),
    shortDay(head.writtenOn),
    shortDay(head.collectOn),
    // The ACH operator enters the settlement date.
    '   1',
    routingNumber.slice(0, 8),
    digits(number, 7)
  ].join('');
}

function entryOf({ account, amount, reference, trace }: Debit): string {
  return [
    `6${CODES[account.kind ?? 'checking']}`,
    account.routingNumber,
    left(account.number, 17),
    digits(centsOf(amount), 10),
    left(reference, 15),
    capitals(account.holderName, 22),
    '  1',
    trace
  ].join('');
}

const addendaOf = ({ reference, trace }: Debit): string =>
  `705${left(`CARD PAYMENT ${reference}`, 80)}0001${trace.slice(8)}`;
