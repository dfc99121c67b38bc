import { amountText, rateBetween, readAmount } from './amounts';
import type { Layout } from './mapping';
import type { Reason, RowTexts } from './row';
import type { TransactionType } from './transaction-types';

/** The amounts of a row: spending is positive and refunds are negative, whatever the signs in the file. */
export interface RowAmounts {
  type: TransactionType;
  amount: string;
  billedAmount: string;
  /** In ten-thousandths. */
  billed: bigint;
  conversionRate: string | null;
  taxAmount: string | null;
}

type Fault = (reason: Reason) => null;

type Both = [amount: bigint | null, billed: bigint | null];
type ReadBoth = (texts: RowTexts, type: TransactionType, fault: Fault) => Both;

/** Reads the amounts of rows by a layout; null if they are unreadable, with the reason reported. */
export function amountsReader(
  layout: Layout
): (texts: RowTexts, type: TransactionType, fault: Fault) => RowAmounts | null {
  const both = layout.fields.billedDebit ? columnReader(layout) : signReader(layout);

  return (texts, type, fault) => {
    const [amount, billed] = both(texts, type, fault);
    if (amount === null || billed === null) return null;
    if (amount < 0n !== billed < 0n && amount !== 0n && billed !== 0n)
      fault({ code: 'feed.signs.differ', field: 'billedAmount' });
    const isBack = amount < 0n || billed < 0n;
    if (!isBack && amount !== 0n && (type === 'credit' || type === 'payment'))
      fault({ code: 'feed.type.charged', field: 'type' });
    return {
      type: isBack && type !== 'payment' ? 'credit' : type,
      amount: amountText(amount),
      billedAmount: amountText(billed),
      billed,
      conversionRate: rateOf(texts, amount, billed),
      taxAmount: taxOf(layout, texts, billed, fault)
    };
  };
}

/** Reads the spent and the billed amount, each with its sign. */
function signReader(layout: Layout): ReadBoth {
  const { fields, decimalMark, creditValues, negative } = layout;
  return signedBoth;

  function signedBoth(texts: RowTexts, type: TransactionType, fault: Fault): Both {
    const first = texts.amount === undefined && fields.billedAmount ? 'billedAmount' : 'amount';
    const amount = signed(first, texts, type, fault);
    const isOne = first === 'billedAmount' || texts.billedAmount === undefined;
    return [amount, isOne ? amount : signed('billedAmount', texts, type, fault)];
  }

  function signed(
    field: 'amount' | 'billedAmount',
    texts: RowTexts,
    type: TransactionType,
    fault: Fault
  ): bigint | null {
    const text = texts[field];
    if (text === undefined) return fault({ code: 'required', field });
    const read = readAmount(
      text,
      decimalMark,
      decimalsOf(texts[field === 'amount' ? 'amountDecimals' : 'billedDecimals'], layout)
    );
    if (read === null) return fault({ code: 'amount.invalid', field });
    if (fields.creditIndicator)
      return creditValues.includes(texts.creditIndicator ?? '') ? -sizeOf(read) : sizeOf(read);
    if (type === 'credit' || type === 'payment') return -sizeOf(read);
    return negative === 'debit' ? -read : read;
  }
}

/** Reads debit and credit columns: the filled one determines the sign, also of the spent amount. */
function columnReader(layout: Layout): ReadBoth {
  const { decimalMark, negative } = layout;
  return columned;

  function columned(texts: RowTexts, _: TransactionType, fault: Fault): Both {
    const billed = billedIn(texts, fault);
    if (billed === null || texts.amount === undefined) return [billed, billed];
    const read = readAmount(texts.amount, decimalMark, decimalsOf(texts.amountDecimals, layout));
    if (read === null) return [fault({ code: 'amount.invalid', field: 'amount' }), billed];
    return [billed < 0n ? -sizeOf(read) : sizeOf(read), billed];
  }

  function billedIn(texts: RowTexts, fault: Fault): bigint | null {
    const [debit, credit] = [column('billedDebit', texts, fault), column('billedCredit', texts, fault)];
    if (debit === null || credit === null) return null;
    if (debit !== 0n && credit !== 0n) return fault({ code: 'feed.debit.credit.both', field: 'billedDebit' });
    if (debit === 0n && credit === 0n) return fault({ code: 'feed.debit.credit.none', field: 'billedDebit' });
    const isBack = debit < 0n || credit < 0n ? negative === 'credit' : credit !== 0n;
    const size = sizeOf(debit === 0n ? credit : debit);
    return isBack ? -size : size;
  }

  /** The value of one of the columns; zero if it is blank. */
  function column(field: 'billedDebit' | 'billedCredit', texts: RowTexts, fault: Fault): bigint | null {
    const text = texts[field];
    if (text === undefined) return 0n;
    const read = readAmount(text, decimalMark, decimalsOf(texts.billedDecimals, layout));
    return read ?? fault({ code: 'amount.invalid', field });
  }
}

function decimalsOf(said: string | undefined, { impliedDecimals }: Layout): number | null {
  return said !== undefined && /^[0-4]$/.test(said) ? Number(said) : impliedDecimals;
}

function taxOf(
  { decimalMark, impliedDecimals }: Layout,
  { taxAmount: text }: RowTexts,
  billed: bigint,
  fault: Fault
): string | null {
  if (text === undefined) return null;
  const read = readAmount(text, decimalMark, impliedDecimals);
  if (read === null) return fault({ code: 'amount.invalid', field: 'taxAmount' });
  if (read === 0n) return null;
  const size = sizeOf(read);
  if (size > sizeOf(billed)) return fault({ code: 'feed.tax.exceeds', field: 'taxAmount' });
  return amountText(billed < 0n ? -size : size);
}

const sizeOf = (amount: bigint) => (amount < 0n ? -amount : amount);

function rateOf({ conversionRate: said }: RowTexts, amount: bigint, billed: bigint): string | null {
  if (said !== undefined && /^\d{1,10}(\.\d{1,9})?$/.test(said) && Number(said) > 0) return said;
  return rateBetween(amount, billed);
}
