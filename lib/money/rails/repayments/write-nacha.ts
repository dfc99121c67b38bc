import { Prisma } from '../../../core/database/prisma/client';
import { type Batch, centsOf, digits, fileOf, left, shortDay } from '../nacha/records';
import { capitals, fileHeader } from '../nacha/write-nacha';
import type { FileHead, Originator } from '../rail';
import type { Direction, Transfer, WriteRepayments } from './transfers';

/** Traces of repayments, between those of payments and of entries that validate accounts. */
const FIRST_TRACE = 8_000_000;
const TRACES = 1_000_000;

/** The trace number of an entry of repayments, by its number among the issuer's. */
export const nachaTrace = ({ routingNumber }: Originator, number: number): string =>
  routingNumber.slice(0, 8) + digits(FIRST_TRACE + (number % TRACES), 7);

/** Transaction codes: a live credit and a live debit. */
const CODES = { checking: { credit: '22', debit: '27' }, savings: { credit: '32', debit: '37' } } as const;
/** Service classes: a batch of credits, and one of debits. */
const SERVICES = { credit: '220', debit: '225' } as const;
const OPPOSITE = { credit: 'debit', debit: 'credit' } as const;

/**
 * A balanced file of repayments in Nacha's format: of each company a batch for its people's accounts (PPD), and one with
 * the sum from or to its own account (CCD).
 */
export const writeNachaRepayments: WriteRepayments = (originator, head, direction, companies) => {
  const batches: Batch[] = [];
  for (const { companyName, account, trace, transfers } of companies) {
    const sum = transfers.reduce((total, { amount }) => total.plus(amount), new Prisma.Decimal(0)).toString();
    const own = { trace, reference: head.messageId.slice(-13), amount: sum, account };
    const add = (entryClass: 'PPD' | 'CCD', way: Direction, entries: string[]) => {
      const kind = { entryClass, service: SERVICES[way], companyName, number: batches.length + 1 };
      batches.push({ header: batchHeader(originator, head, kind), entries, addenda: [], records: entries });
    };
    add(
      'PPD',
      direction,
      transfers.map((transfer) => entryOf(direction, transfer, transfer.account.holderName))
    );
    add('CCD', OPPOSITE[direction], [entryOf(OPPOSITE[direction], own, companyName)]);
  }
  return fileOf(fileHeader(originator, head), batches);
};

interface BatchKind {
  entryClass: 'PPD' | 'CCD';
  service: '220' | '225';
  companyName: string;
  number: number;
}

/** The company is named, so that its people know it again on their statements; the bank knows the issuer. */
const batchHeader = (
  { companyId, routingNumber }: Originator,
  head: FileHead,
  { entryClass, service, companyName, number }: BatchKind
): string =>
  [
    `5${service}`,
    capitals(companyName, 16),
    ' '.repeat(20),
    left(companyId, 10),
    entryClass,
    left('EXPENSES', 10),
    shortDay(head.writtenOn),
    shortDay(head.collectOn),
    // The ACH operator enters the settlement date.
    '   1',
    routingNumber.slice(0, 8),
    digits(number, 7)
  ].join('');

const entryOf = (
  direction: Direction,
  { trace, reference, amount, account }: Omit<Transfer, 'id' | 'mandate'>,
  name: string
): string =>
  [
    `6${CODES[account.kind ?? 'checking'][direction]}`,
    account.routingNumber,
    left(account.number, 17),
    digits(centsOf(amount), 10),
    left(reference, 15),
    capitals(name, 22),
    '  0',
    trace
  ].join('');
