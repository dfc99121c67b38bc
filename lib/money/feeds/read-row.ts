import { daysLater, isoDay } from '../../core/calendar/days';
import { minorDigits } from '../../core/entry/currency';
import { startOf } from '../../core/entry/plain-text';
import { hasCardNumber, isCardNumber, withoutCardNumbers } from '../../core/secrets/card-digits';
import { cardHashes } from './card-hashes';
import { dateReader } from './dates';
import { countryOf, currencyOf } from './iso-codes';
import { type FeedField, type Layout, sourcesOf } from './mapping';
import { LONGEST_REFERENCE, maskedReference } from './own-reference';
import type { FileRecord, ReasonCode } from './record';
import type { ReadRow, Reason, RowTexts, RowValues } from './row';
import { amountsReader, type RowAmounts } from './row-amounts';
import type { TransactionType } from './transaction-types';

const EARLIEST = '2000-01-01';
/** The maximum number of days that a posting may be ahead. */
const DAYS_AHEAD = 31;
const LENGTHS = {
  merchantName: 80,
  merchantCity: 60,
  merchantRegion: 60,
  taxCode: 30,
  customerCode: 25,
  purpose: 255,
  authorizationReference: 100
} as const;

/** Reads the fields of records by a layout. */
export function textsReader(layout: Layout): (record: FileRecord) => RowTexts {
  const at = new Map(sourcesOf(layout).map((source, index) => [source, index]));
  const places = Object.entries(layout.fields).map(([field, sources]): [FeedField, number[]] => [
    field as FeedField,
    sources.map((source) => at.get(source) as number)
  ]);
  return (record) => textsOf(places, record);
}

/** Reads rows by a layout; `today` limits the posting date. Corrected values replace the file's. */
export function rowReader(layout: Layout, today: Date): (record: FileRecord, corrected?: RowTexts) => ReadRow {
  const textsIn = textsReader(layout);
  const amountsOf = amountsReader(layout);
  const dateOf = dateReader(layout.dateFormat);
  const hashOf = cardHashes();
  const latest = isoDay(daysLater(today, DAYS_AHEAD));
  return (record, corrected) => {
    const texts = textsIn(record);
    const row = new Row(layout, record, corrected ? correctedTexts(texts, corrected) : texts);
    if (record.fault) row.fault({ code: record.fault });
    else row.read(amountsOf, dateOf, hashOf, latest);
    return row.result();
  };
}

function textsOf(places: readonly [FeedField, number[]][], { cells }: FileRecord): RowTexts {
  const texts: RowTexts = {};
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

/** A field corrected to nothing is blank. */
function correctedTexts(texts: RowTexts, corrected: RowTexts): RowTexts {
  const all = Object.entries({ ...texts, ...corrected }) as [FeedField, string][];
  return Object.fromEntries(all.filter(([, text]) => text !== '')) as RowTexts;
}

/** Including the separators between its digits. */
const LONGEST_CARD_NUMBER = 40;

const NO_ACCOUNT = { cardHash: null, lastFour: null, accountName: null };

class Row {
  private readonly reasons: Reason[] = [];
  private values: RowValues | null = null;
  private billed: bigint | null = null;
  private currency: string | null = null;

  constructor(
    private readonly layout: Layout,
    private readonly record: FileRecord,
    private readonly texts: RowTexts
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

  read(
    amountsOf: ReturnType<typeof amountsReader>,
    dateOf: (text: string) => string | null,
    hashOf: (digits: string) => Buffer,
    latest: string
  ): void {
    const { texts, layout } = this;
    const amounts = amountsOf(texts, this.type(), (reason) => this.fault(reason));
    this.billed = amounts?.billed ?? null;
    const said = this.code('currency', currencyOf, 'currency.invalid');
    const isOne = texts.amount === undefined || (texts.billedAmount === undefined && !layout.fields.billedDebit);
    const billedCurrency =
      this.code('billedCurrency', currencyOf, 'currency.invalid') ?? (isOne ? said : null) ?? layout.currency;
    this.currency = billedCurrency;
    if (amounts) this.decimals(amounts, said ?? billedCurrency, billedCurrency);
    const posted = this.date('postingDate', dateOf, latest);
    const made = this.date('transactionDate', dateOf, latest);
    const merchantName = this.text('merchantName');
    if (!merchantName && amounts && !['fee', 'payment', 'out_of_pocket'].includes(amounts.type))
      this.fault({ code: 'required', field: 'merchantName' });
    const account = this.account(hashOf);
    if (!amounts || !(posted ?? made)) return;
    const customerCode = this.text('customerCode');
    // Fields are named one by one: objects spread from others are many times slower, and files are long.
    this.values = {
      cardHash: account.cardHash,
      lastFour: account.lastFour,
      accountName: account.accountName,
      reference: this.reference(),
      type: amounts.type,
      transactionDate: (made ?? posted) as string,
      postingDate: (posted ?? made) as string,
      amount: amounts.amount,
      currency: said ?? billedCurrency,
      billedAmount: amounts.billedAmount,
      billedCurrency,
      conversionRate: amounts.conversionRate,
      merchantId: this.merchantId(),
      merchantName,
      merchantCity: this.text('merchantCity'),
      merchantRegion: this.text('merchantRegion'),
      merchantCountry: this.code('merchantCountry', countryOf, 'feed.country.unknown'),
      merchantCategoryCode: this.category(),
      taxAmount: amounts.taxAmount,
      taxCode: amounts.taxAmount === null ? null : (this.text('taxCode') ?? 'TAX'),
      customerCode: customerCode && !/^0+$/.test(customerCode) ? customerCode : null,
      purpose: this.text('purpose'),
      authorizationReference: this.text('authorizationReference')
    };
  }

  /** An amount must not have more decimals than its currency. */
  private decimals(amounts: RowAmounts, currency: string | null, billedCurrency: string | null): void {
    const isFine = (amount: string | null, of: string | null) =>
      amount !== null &&
      of !== null &&
      !amount.endsWith('0000') &&
      /[1-9]/.test(amount.slice(amount.length - 4 + minorDigits(of)));
    const billed = this.layout.fields.billedDebit ? 'billedDebit' : 'billedAmount';
    const isSaid = (field: FeedField) => this.texts[field] !== undefined;
    if (isSaid('amount') && isFine(amounts.amount, currency)) this.fault({ code: 'feed.amount.fine', field: 'amount' });
    else if (isFine(amounts.billedAmount, billedCurrency)) this.fault({ code: 'feed.amount.fine', field: billed });
    else if (isFine(amounts.taxAmount, billedCurrency)) this.fault({ code: 'feed.amount.fine', field: 'taxAmount' });
  }

  private type(): TransactionType {
    const { types, otherType } = this.layout;
    const said = this.texts.type ?? '';
    return Object.hasOwn(types, said) ? (types[said] as TransactionType) : otherType;
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

  private code(field: FeedField, find: (code: string) => string | undefined, code: ReasonCode): string | null {
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
    const none = NO_ACCOUNT;
    if (layout.account === 'card_number') {
      const digits = cardDigits(texts);
      if (digits === '') return this.fault({ code: 'required', field: 'cardNumber' }) ?? none;
      if (!isCardNumber(digits)) return this.fault({ code: 'card.number.invalid', field: 'cardNumber' }) ?? none;
      return { cardHash: hashOf(digits), lastFour: null, accountName: null };
    }
    const accountName = this.accountName();
    if (accountName === null) {
      const code = hasCardNumber(plain(texts.accountName ?? '')) ? 'feed.card.number.misplaced' : 'required';
      return this.fault({ code, field: 'accountName' }) ?? none;
    }
    if (layout.account === 'name') return { cardHash: null, lastFour: null, accountName };
    const lastFour = /(\d{4})\D*$/.exec(texts.lastFour ?? '')?.[1];
    if (!lastFour) return this.fault({ code: 'feed.last.four.invalid', field: 'lastFour' }) ?? none;
    return { cardHash: null, lastFour, accountName };
  }

  /** The name in normalized form: lower case, first name first. */
  private accountName(): string | null {
    const { layout, texts } = this;
    if (layout.account === 'card_number' || texts.accountName === undefined) return null;
    const name = startOf(plain(texts.accountName).toLowerCase(), 200);
    // Card numbers are never stored as names.
    if (hasCardNumber(name)) return null;
    if (!layout.surnameFirst) return name || null;
    const [surname = '', ...first] = name.includes(',') ? name.split(',') : name.split(' ');
    return `${first.join(' ').trim()} ${surname.trim()}`.trim() || null;
  }

  private reference(): string | null {
    const { layout, texts } = this;
    if (layout.fields.sourceReference === undefined) return null;
    const said = texts.sourceReference;
    if (said === undefined) return this.fault({ code: 'required', field: 'sourceReference' });
    const reference = `${layout.referencePrefix}${said.normalize('NFC').replace(/\p{Cc}/gu, ' ')}`;
    // A spreadsheet rounded the number, so it is no longer unique.
    if (/^\d([.,]\d+)?E\+\d+$/i.test(said))
      return this.fault({ code: 'feed.reference.rounded', field: 'sourceReference' });
    if (isOwnCard(reference, texts))
      return this.fault({ code: 'feed.card.number.misplaced', field: 'sourceReference' });
    if (reference.length > LONGEST_REFERENCE)
      return this.fault({ code: 'feed.reference.long', field: 'sourceReference' });
    return this.mayBeCard ? maskedReference(reference) : reference;
  }

  /**
   * A numeric code can look like a card number without being one; if the row contains the card's number, the two are
   * compared.
   */
  private get mayBeCard(): boolean {
    return this.layout.account !== 'card_number';
  }

  private merchantId(): string | null {
    const text = this.texts.merchantId;
    if (text === undefined || isOwnCard(text, this.texts)) return null;
    return text.replace(/[^A-Za-z0-9]/g, '').slice(0, 15) || null;
  }

  private text(field: keyof typeof LENGTHS): string | null {
    const text = this.texts[field];
    if (text === undefined) return null;
    const line = startOf(plain(text), LENGTHS[field] + LONGEST_CARD_NUMBER);
    const isCode = field === 'customerCode' || field === 'taxCode' || field === 'authorizationReference';
    const masked = isCode && !this.mayBeCard && !isOwnCard(line, this.texts) ? line : withoutCardNumbers(line);
    return startOf(masked, LENGTHS[field]).trim() || null;
  }
}

const cardDigits = ({ cardNumber = '' }: RowTexts) => cardNumber.replace(/[\s-]/g, '').replace(/^0+(?=\d{12})/, '');

/** Whether a reference or code contains the number of the row's card. */
function isOwnCard(text: string, texts: RowTexts): boolean {
  const digits = text.length < 12 ? '' : text.replace(/\D/g, '');
  return digits.length >= 12 && isCardNumber(cardDigits(texts)) && digits.includes(cardDigits(texts));
}

const ODD = /[\p{Cc}\s\u00A0]+/gu;

/** The text on one line, without control characters. */
function plain(text: string): string {
  // Nearly all texts are plain already.
  return /^[\x21-\x7E]+( [\x21-\x7E]+)*$/.test(text) ? text : text.normalize('NFC').replace(ODD, ' ').trim();
}
