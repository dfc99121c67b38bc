import type { AccountTest, FileHead, Originator } from '../rail';
import { type Batch, digits, fileOf, left } from './records';
import { batchHeader, capitals, fileHeader } from './write-nacha';

/** Transaction codes: a prenote of a debit, a credit, and a debit. */
const CODES = {
  checking: { prenote: '28', credit: '22', debit: '27' },
  savings: { prenote: '38', credit: '32', debit: '37' }
} as const;

/** What Nacha's rules want micro-entries to say on a statement. */
export const MICRO_ENTRIES = 'ACCTVERIFY';

/**
 * A file that validates accounts in Nacha's format: a batch of prenotes, entries without money that a bank returns if it
 * doesn't know the account, and a batch of micro-entries, two credits below a dollar and the debit that takes both back.
 */
export function writeTests(originator: Originator, head: FileHead, tests: readonly AccountTest[]): string {
  const batches: Batch[] = [];
  const add = (service: '200' | '225', description: string, entries: string[]) => {
    const header = batchHeader(originator, head, { service, description, number: batches.length + 1 });
    if (entries.length > 0) batches.push({ header, entries, addenda: [], records: entries });
  };
  const of = (validation: AccountTest['validation']) => tests.filter((test) => test.validation === validation);
  add('225', 'CARD PMT', of('prenote').map(prenoteOf));
  add('200', MICRO_ENTRIES, of('micro_entries').flatMap(microEntriesOf));
  return fileOf(fileHeader(originator, head), batches);
}

const prenoteOf = (test: AccountTest): string => entryOf(test, 'prenote', 0, 0);

function microEntriesOf(test: AccountTest): string[] {
  const [first, second] = test.cents ?? [];
  if (first === undefined || second === undefined) throw new Error('micro-entries without amounts');
  return [
    entryOf(test, 'credit', first, 0),
    entryOf(test, 'credit', second, 1),
    entryOf(test, 'debit', first + second, 2)
  ];
}

function entryOf({ account, traces }: AccountTest, kind: keyof (typeof CODES)['checking'], cents: number, at: number) {
  return [
    `6${CODES[account.kind ?? 'checking'][kind]}`,
    account.routingNumber,
    left(account.number, 17),
    digits(cents, 10),
    left('ACCOUNT CHECK', 15),
    capitals(account.holderName, 22),
    '  0',
    traces[at]
  ].join('');
}
