import { keyedHash } from '../core/keys';
import { cardNumberHash, isCardNumber } from '../structure/card-number';
import { amountText, rateBetween, readAmount } from './amounts';
import { dateReader } from './dates';
import { countryOf, currencyOf } from './iso-codes';
import { type FeedField, type Layout, sourcesOf, type TransactionType } from './mapping';
import type { FileRecord } from './record';

/** Why a row isn't booked: a message key, and the field that it is about. */
export interface Reason {
  code: string;
  field?: FeedField;
  params?: Record<string, string | number>;
}

/** What a row says, as a transaction has it. */
export interface RowValues {
  cardHash: Buffer | null;
  lastFour: string | null;
  accountName: string | null;
  reference: string | null;
  type: TransactionType;
  transactionDate: string;
  postingDate: string;
  amount: string;
  currency: string | null;
  billedAmount: string;
  billedCurrency: string | null;
  conversionRate: string | null;
  merchantId: string | null;
  merchantName: string | null;
  merchantCity: string | null;
  merchantRegion: string | null;
  merchantCountry: string | null;
  merchantCategoryCode: string | null;
  taxAmount: string | null;
  taxCode: string | null;
  customerCode: string | null;
  purpose: string | null;
}

/** A row that was read: what it says, or why it can't be booked. */
export interface ReadRow {
  record: FileRecord;
  values: RowValues | null;
  reasons: Reason[];
  /** Billed, in ten-thousandths, as far as it can be read: what trailers add up. */
  billed: bigint | null;
  currency: string | null;
  /** What the file calls the account, where that is a name. */
  accountName: string | null;
}

const EARLIEST = '2000-01-01';
/** Nothing is posted far ahead. */
const DAYS_AHEAD = 31;
const MOST_CARDS_KEPT = 200_000;
const LENGTHS = {
  merchantName: 80,
  merchantCity: 60,
  merchantRegion: 60,
  taxCode: 30,
  customerCode: 25,
  purpose: 255
} as const;

/** Reads rows by a layout; `today` bounds what can have been posted. */
export function rowReader(layout: Layout, today: Date): (record: FileRecord) => ReadRow {
  const at = new Map(sourcesOf(layout).map((source, index) => [source, index]));
  const places = Object.entries(layout.fields).map(([field, sources]): [FeedField, number[]] => [
    field as FeedField,
    sources.map((source) => at.get(source) as number)
  ]);
  const dateOf = dateReader(layout.dateFormat);
  const hashOf = cardHashes();
  const latest = new Date(today.getTime() + DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10);
  return (record) => {
    const row = new Row(layout, record, textsOf(places, record));
    if (record.fault) row.fault({ code: record.fault });
    else row.read(dateOf, hashOf, latest);
    return row.result();
  };
}

function textsOf(places: readonly [FeedField, number[]][], { cells }: FileRecord): Partial<Record<FeedField, string>> {
  const texts: Partial<Record<FeedField, string>> = {};
  for (const [field, indexes] of places) {
    const text =
      indexes.length === 1
        ? cells[indexes[0] as number]?.trim()
        : indexes
            .map((index) => cells[index]?.trim())
            .filter(Boolean)
            .join(' ');
    if (text) texts[field] = text;
  }
  return texts;
}

/** Hashes of card numbers: the same cards come again and again. */
function cardHashes(): (digits: string) => Buffer {
  const known = new Map<string, Buffer>();
  return (digits) => {
    let hash = known.get(digits);
    if (!hash) {
      hash = Buffer.from(cardNumberHash(digits));
      if (known.size >= MOST_CARDS_KEPT) known.clear();
      known.set(digits, hash);
    }
    return hash;
  };
}

class Row {
  private readonly reasons: Reason[] = [];
  private values: RowValues | null = null;
  private billed: bigint | null = null;
  private currency: string | null = null;

  constructor(
    private readonly layout: Layout,
    private readonly record: FileRecord,
    private readonly texts: Partial<Record<FeedField, string>>
  ) {}

  fault(reason: Reason): null {
    this.reasons.push(reason);
    return null;
  }

  result(): ReadRow {
    const { record, reasons, billed, currency } = this;
    return {
      record,
      reasons,
      billed,
      currency,
      accountName: this.accountName(),
      values: reasons.length > 0 ? null : this.values
    };
  }

  read(dateOf: (text: string) => string | null, hashOf: (digits: string) => Buffer, latest: string): void {
    const { texts, layout } = this;
    const type = this.type();
    const amounts = this.amounts(type);
    const said = this.code('currency', currencyOf, 'currency.invalid');
    const isOne = texts.amount === undefined || texts.billedAmount === undefined;
    const billedCurrency =
      this.code('billedCurrency', currencyOf, 'currency.invalid') ?? (isOne ? said : null) ?? layout.currency;
    this.currency = billedCurrency;
    const posted = this.date('postingDate', dateOf, latest);
    const made = this.date('transactionDate', dateOf, latest);
    const merchantName = this.text('merchantName');
    if (!merchantName && amounts && !['fee', 'payment', 'out_of_pocket'].includes(amounts.type))
      this.fault({ code: 'required', field: 'merchantName' });
    const account = this.account(hashOf);
    if (!amounts || !(posted ?? made)) return;
    const customerCode = this.text('customerCode');
    this.values = {
      ...account,
      ...amounts,
      reference: this.reference(),
      transactionDate: (made ?? posted) as string,
      postingDate: (posted ?? made) as string,
      currency: said ?? billedCurrency,
      billedCurrency,
      merchantId: texts.merchantId?.replace(/[^A-Za-z0-9]/g, '').slice(0, 15) || null,
      merchantName,
      merchantCity: this.text('merchantCity'),
      merchantRegion: this.text('merchantRegion'),
      merchantCountry: this.code('merchantCountry', countryOf, 'feed.country.unknown'),
      merchantCategoryCode: this.category(),
      customerCode: customerCode && !/^0+$/.test(customerCode) ? customerCode : null,
      purpose: this.text('purpose')
    };
  }

  private type(): TransactionType {
    const { types, otherType } = this.layout;
    const said = this.texts.type ?? '';
    return Object.hasOwn(types, said) ? (types[said] as TransactionType) : otherType;
  }

  /** What was spent is positive, what flows back negative, whatever the file makes of signs. */
  private amounts(type: TransactionType) {
    const { texts, layout } = this;
    const first = texts.amount === undefined && layout.fields.billedAmount ? 'billedAmount' : 'amount';
    const amount = this.amount(first, type);
    const billed = first === 'amount' && texts.billedAmount !== undefined ? this.amount('billedAmount', type) : amount;
    if (amount === null || billed === null) return null;
    this.billed = billed;
    if (amount < 0n !== billed < 0n && amount !== 0n && billed !== 0n)
      return this.fault({ code: 'feed.signs.differ', field: 'billedAmount' });
    const isBack = amount < 0n || billed < 0n;
    return {
      type: isBack && type !== 'payment' ? ('credit' as const) : type,
      amount: amountText(amount),
      billedAmount: amountText(billed),
      conversionRate: this.rate(amount, billed),
      ...this.tax(billed)
    };
  }

  private amount(field: 'amount' | 'billedAmount', type: TransactionType): bigint | null {
    const { layout, texts } = this;
    const text = texts[field];
    if (text === undefined) return this.fault({ code: 'required', field });
    const decimals = texts[field === 'amount' ? 'amountDecimals' : 'billedDecimals'];
    const implied = decimals !== undefined && /^[0-4]$/.test(decimals) ? Number(decimals) : layout.impliedDecimals;
    const read = readAmount(text, layout.decimalMark, implied);
    if (read === null) return this.fault({ code: 'amount.invalid', field });
    const size = read < 0n ? -read : read;
    if (layout.fields.creditIndicator) return layout.creditValues.includes(texts.creditIndicator ?? '') ? -size : size;
    if (type === 'credit' || type === 'payment') return -size;
    return layout.negative === 'debit' ? -read : read;
  }

  private rate(amount: bigint, billed: bigint): string | null {
    const said = this.texts.conversionRate;
    if (said !== undefined && /^\d{1,10}(\.\d{1,9})?$/.test(said) && Number(said) > 0) return said;
    return rateBetween(amount, billed);
  }

  private tax(billed: bigint): { taxAmount: string | null; taxCode: string | null } {
    const { layout, texts } = this;
    const none = { taxAmount: null, taxCode: null };
    if (texts.taxAmount === undefined) return none;
    const read = readAmount(texts.taxAmount, layout.decimalMark, layout.impliedDecimals);
    if (read === null) return this.fault({ code: 'amount.invalid', field: 'taxAmount' }) ?? none;
    if (read === 0n) return none;
    const [size, most] = [read < 0n ? -read : read, billed < 0n ? -billed : billed];
    if (size > most) return this.fault({ code: 'feed.tax.exceeds', field: 'taxAmount' }) ?? none;
    return { taxAmount: amountText(billed < 0n ? -size : size), taxCode: this.text('taxCode') ?? 'TAX' };
  }

  private date(field: 'postingDate' | 'transactionDate', dateOf: (text: string) => string | null, latest: string) {
    const text = this.texts[field];
    const other = field === 'postingDate' ? 'transactionDate' : 'postingDate';
    if (text === undefined) return this.texts[other] === undefined ? this.fault({ code: 'required', field }) : null;
    const date = dateOf(text);
    if (date === null) return this.fault({ code: 'date.invalid', field });
    if (date < EARLIEST || date > latest)
      return this.fault({ code: 'feed.date.beyond', field, params: { from: EARLIEST, to: latest } });
    return date;
  }

  private code(field: FeedField, find: (code: string) => string | undefined, code: string): string | null {
    const text = this.texts[field];
    if (text === undefined) return null;
    return find(text) ?? this.fault({ code, field });
  }

  private category(): string | null {
    const text = this.texts.merchantCategoryCode;
    if (text === undefined) return null;
    return /^\d{3,4}$/.test(text)
      ? text.padStart(4, '0')
      : this.fault({ code: 'feed.category.invalid', field: 'merchantCategoryCode' });
  }

  private account(hashOf: (digits: string) => Buffer) {
    const { layout, texts } = this;
    const none = { cardHash: null, lastFour: null, accountName: null };
    if (layout.account === 'card_number') {
      const digits = (texts.cardNumber ?? '').replace(/[\s-]/g, '').replace(/^0+(?=\d{12})/, '');
      if (digits === '') return this.fault({ code: 'required', field: 'cardNumber' }) ?? none;
      if (!isCardNumber(digits)) return this.fault({ code: 'card.number.invalid', field: 'cardNumber' }) ?? none;
      return { ...none, cardHash: hashOf(digits) };
    }
    const accountName = this.accountName();
    if (accountName === null) return this.fault({ code: 'required', field: 'accountName' }) ?? none;
    if (layout.account === 'name') return { ...none, accountName };
    const lastFour = /(\d{4})\D*$/.exec(texts.lastFour ?? '')?.[1];
    if (!lastFour) return this.fault({ code: 'feed.last.four.invalid', field: 'lastFour' }) ?? none;
    return { ...none, lastFour, accountName };
  }

  /** The name as names are compared: lower case, first name first. */
  private accountName(): string | null {
    const { layout, texts } = this;
    if (layout.account === 'card_number' || texts.accountName === undefined) return null;
    const name = plain(texts.accountName).toLowerCase().slice(0, 200);
    if (!layout.surnameFirst) return name || null;
    const [surname = '', ...first] = name.includes(',') ? name.split(',') : name.split(' ');
    return `${first.join(' ').trim()} ${surname.trim()}`.trim() || null;
  }

  private reference(): string | null {
    const { layout, texts } = this;
    if (layout.fields.sourceReference === undefined) return null;
    const said = texts.sourceReference;
    if (said === undefined) return this.fault({ code: 'required', field: 'sourceReference' });
    const reference = `${layout.referencePrefix}${said}`;
    if (reference.length > 60) return this.fault({ code: 'feed.reference.long', field: 'sourceReference' });
    return reference;
  }

  private text(field: keyof typeof LENGTHS): string | null {
    const text = this.texts[field];
    return text === undefined ? null : plain(text).slice(0, LENGTHS[field]).trim() || null;
  }
}

const ODD = /[\p{Cc}\s\u00A0]+/gu;

/** One line, without control characters. */
function plain(text: string): string {
  // Nearly every text is plain already.
  return /^[\x21-\x7E]+( [\x21-\x7E]+)*$/.test(text) ? text : text.normalize('NFC').replace(ODD, ' ').trim();
}

/**
 * What a row that has no reference of its own is known by, before it is told from its equals. It is of the whole row:
 * neither a mended mapping changes it, nor what could be read of the row.
 */
export const rowDigest = (raw: string): string => keyedHash('feed-row', raw.trimEnd()).toString('hex', 0, 16);

/** The reference of a row that has none, by which of its equals it is. */
export const ownReference = (raw: string, occurrence: number, digest = rowDigest(raw)): string =>
  `#${digest}${occurrence > 1 ? `.${occurrence}` : ''}`;
