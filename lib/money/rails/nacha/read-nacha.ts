import { accepted, type Refusal, type Result, refused } from '../../../core/entry/refusal';
import type { BankAnswer, BankWord, Originator } from '../rail';
import { isNachaChange, isNachaReturn } from '../return-codes';
import { amountOf, type Batch, BLOCK, controlOf, fileControl, RECORD, tallyOfAll } from './records';

const DAMAGED: Refusal = { code: 'payment.answer.damaged' };

/** Whether a text is a file in Nacha's format. */
export const isNacha = (text: string): boolean => /^101[ \d]\d{9}/.test(text);

/**
 * Reads a file of returns (addenda 99) and notifications of change (addenda 98) of the originator's bank. Every length,
 * count, hash and total must be right.
 */
export function readNacha(originator: Originator, text: string): Result<BankAnswer> {
  const records = text.replaceAll('\r', '').replace(/\n+$/, '').split('\n');
  const header = records[0] as string;
  const batches = batchesIn(records);
  if (!batches) return refused(DAMAGED);
  const isOurs = batches.every((batch) => batch.header.slice(40, 50).trim() === originator.companyId);
  if (header.slice(13, 23).trim() !== originator.routingNumber || !isOurs)
    return refused({ code: 'payment.answer.other.bank' });
  const words: BankWord[] = [];
  for (const batch of batches) {
    // Each entry is followed by its own reason.
    if (batch.records.some((record, at) => record[0] !== '67'[at % 2]) || batch.records.length % 2)
      return refused(DAMAGED);
    for (const [at, entry] of batch.entries.entries()) {
      const word = wordOf(entry, batch.addenda[at] as string);
      if (typeof word === 'string') return refused({ code: 'payment.answer.code', params: { code: word } });
      words.push(word);
    }
  }
  return accepted({ identity: `nacha/${header.slice(3, 34).replaceAll(' ', '')}`, words });
}

/** The batches of a whole file; null if it is damaged. */
function batchesIn(records: readonly string[]): Batch[] | null {
  const isWhole = records.length % BLOCK === 0 && records.every((record) => record.length === RECORD);
  const end = records.findIndex((record) => record.startsWith('9'));
  if (!isWhole || end < 0 || records.slice(end + 1).some((record) => record !== '9'.repeat(RECORD))) return null;
  const batches: Batch[] = [];
  let open: { header: string; records: string[] } | null = null;
  for (const record of records.slice(1, end)) {
    const kind = record[0] as string;
    if (kind === '5' && !open) open = { header: record, records: [] };
    else if ('67'.includes(kind) && open) open.records.push(record);
    else if (kind === '8' && open) {
      const batch = batchOf(open);
      if (!isSame(controlOf(batch), record)) return null;
      batches.push(batch);
      open = null;
    } else return null;
  }
  const control = fileControl({
    batches: batches.length,
    blocks: records.length / BLOCK,
    tally: tallyOfAll(batches)
  });
  return open === null && batches.length > 0 && isSame(control, records[end] as string) ? batches : null;
}

function batchOf({ header, records }: { header: string; records: string[] }): Batch {
  const entries = records.filter((record) => record.startsWith('6'));
  return { header, records, entries, addenda: records.filter((record) => record.startsWith('7')) };
}

/** Whether a control record has the counts and totals of what it closes: banks fill the rest as they like. */
const isSame = (expected: string, control: string) => {
  const most = expected.startsWith('8') ? 44 : 55;
  return expected.slice(0, most) === control.slice(0, most);
};

/** What an entry with its addenda says; the code, if it is unknown. */
function wordOf(entry: string, addenda: string): BankWord | string {
  const [type, code, trace] = [addenda.slice(1, 3), addenda.slice(3, 6), addenda.slice(6, 21)];
  const said = { messageId: null, trace, code };
  if (type === '99' && isNachaReturn(code))
    return { ...said, says: 'returned', amount: amountOf(BigInt(entry.slice(29, 39))) };
  if (type === '98' && isNachaChange(code)) return { ...said, says: 'change', amount: null };
  return type === '99' || type === '98' ? code : type;
}
