import type { Cell } from '../../core/files/spreadsheet-cells';
import type { SheetColumn } from '../../core/files/spreadsheet-writer';
import { hasCardNumber } from '../../core/secrets/card-digits';
import { ID } from '../../core/secrets/ids';
import { cardNumberSchema } from './card-number';
import { KINDS, type Kind } from './kinds';
import { AMOUNT, BANK_NUMBER, CARD_TYPE, ICA, isCurrency, NUMBER, STATUS_CODE } from './schema';

export interface CellFault {
  code: string;
  params?: Record<string, string | number>;
}
type Reading = { value: string } | { fault: CellFault };

interface UploadColumn extends SheetColumn {
  /** The kinds with this column; absent: all of them. */
  kinds?: readonly Kind[];
  /** Reads a non-empty cell: its value, or its fault. */
  read: (text: string) => Reading;
}

const value = (text: string): Reading => ({ value: text });
const fault = (code: string, params?: CellFault['params']): Reading => ({ fault: { code, ...(params && { params }) } });
const matching =
  (pattern: RegExp, code: string, change = (text: string) => text) =>
  (text: string) =>
    pattern.test(change(text)) ? withoutCard(change(text)) : fault(code);
const withoutCard = (text: string) => (hasCardNumber(text) ? fault('card.number.refused') : value(text));
const oneOf = (words: readonly string[], code: string) => (text: string) => {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return words.includes(word) ? value(word) : fault(code, { words: words.join(', ') });
};

/** A name: 80 characters at most, without HTML (C5.072), control characters and card numbers (C9.009). */
function name(text: string): Reading {
  if (text.length > 80) return fault('upload.too.long', { maximum: 80 });
  if (/<[\p{L}/!?]/u.test(text)) return fault('html.refused');
  return /\p{Cc}/u.test(text) ? fault('control.characters.refused') : withoutCard(text.normalize('NFC'));
}

function cardNumber(text: string): Reading {
  // Masked, as in a download: the reference identifies the card.
  if (text.startsWith('•')) return value('');
  const card = cardNumberSchema.safeParse(text);
  return card.success ? value(card.data) : fault('card.number.invalid');
}

function day(text: string): Reading {
  const date = text.slice(0, 10);
  const real = /^\d{4}-\d\d-\d\d/.test(text) && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date;
  return real ? value(date) : fault('date.iso.invalid');
}

const whole = (least: number, most: number, code: string) => (text: string) =>
  /^\d{1,2}$/.test(text) && Number(text) >= least && Number(text) <= most ? value(String(Number(text))) : fault(code);

const ACCOUNTS: Kind[] = ['account'];
const COMPANIES: Kind[] = ['company'];
const ORG_POINTS: Kind[] = ['org_point'];
const IN_CURRENCY: Kind[] = ['company', 'account'];
const COUNTED = KINDS.slice(0, -1);

/**
 * The columns of an upload, a download and the template. Headings and words are the same in every language, so that
 * users can exchange files. A missing column changes nothing.
 */
export const UPLOAD_COLUMNS = {
  reference: {
    header: 'Reference',
    width: 38,
    read: matching(ID, 'upload.reference.invalid', (text) => text.toLowerCase())
  },
  kind: { header: 'Kind', width: 15, read: oneOf(KINDS.slice(1), 'upload.word.unknown') },
  company: { header: 'Company', width: 15, read: matching(NUMBER, 'structure.number.invalid') },
  parentKind: { header: 'Parent kind', width: 15, read: oneOf(KINDS.slice(0, -1), 'upload.word.unknown') },
  parent: { header: 'Parent', width: 15, read: matching(NUMBER, 'structure.number.invalid') },
  number: { header: 'Number', kinds: COUNTED, width: 15, read: matching(NUMBER, 'structure.number.invalid') },
  name1: { header: 'Name 1', width: 32, read: name },
  name2: { header: 'Name 2', width: 32, read: name },
  level: { header: 'Level', kinds: ORG_POINTS, width: 8, read: whole(1, 15, 'structure.level.invalid') },
  status: {
    header: 'Status',
    width: 12,
    read: oneOf(['active', 'suspended', 'closed', 'replaced'], 'upload.word.unknown')
  },
  currency: {
    header: 'Currency',
    kinds: IN_CURRENCY,
    width: 10,
    read: (text: string) => (isCurrency(text.toUpperCase()) ? value(text.toUpperCase()) : fault('currency.invalid'))
  },
  fiscalStart: { header: 'Fiscal start', kinds: COMPANIES, width: 12, read: whole(1, 12, 'upload.month.invalid') },
  cardNumber: { header: 'Card number', kinds: ACCOUNTS, width: 20, read: cardNumber },
  bankNumber: { header: 'Bank number', kinds: ACCOUNTS, width: 14, read: matching(BANK_NUMBER, 'bank.number.invalid') },
  ica: { header: 'ICA', kinds: ACCOUNTS, width: 12, read: matching(ICA, 'ica.invalid') },
  cardType: { header: 'Card type', kinds: ACCOUNTS, width: 14, read: matching(CARD_TYPE, 'card.type.invalid') },
  statusCode: { header: 'Status code', kinds: ACCOUNTS, width: 12, read: matching(STATUS_CODE, 'status.code.invalid') },
  creditLimit: { header: 'Credit limit', kinds: ACCOUNTS, width: 14, read: matching(AMOUNT, 'upload.amount.invalid') },
  transactionLimit: {
    header: 'Transaction limit',
    kinds: ACCOUNTS,
    width: 16,
    read: matching(AMOUNT, 'upload.amount.invalid')
  },
  openedOn: { header: 'Opened', kinds: ACCOUNTS, width: 12, read: day }
} as const satisfies Record<string, UploadColumn>;

export type UploadField = keyof typeof UPLOAD_COLUMNS;
export const UPLOAD_FIELDS = Object.keys(UPLOAD_COLUMNS) as UploadField[];

/** The field of a heading; undefined if it is unknown. */
export function fieldOf(heading: string): UploadField | undefined {
  const sought = heading.trim().toLowerCase();
  return UPLOAD_FIELDS.find((field) => UPLOAD_COLUMNS[field].header.toLowerCase() === sought);
}

/** Whether a kind of node has a field. */
export function isFieldOf(field: UploadField, kind: Kind): boolean {
  const { kinds }: UploadColumn = UPLOAD_COLUMNS[field];
  return kinds?.includes(kind) ?? true;
}

/** Reads a cell by its column; null if it is empty. */
export function readCell(field: UploadField, cell: Cell | undefined): Reading | null {
  if (cell === undefined) return null;
  if (typeof cell !== 'string') return { fault: { code: cell.code } };
  const text = cell.trim();
  return text === '' ? null : UPLOAD_COLUMNS[field].read(text);
}
