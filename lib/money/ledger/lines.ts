import { unitsOf } from './amounts';

/** A part of a transaction from the database: one row per split, or one for an undivided transaction. */
export interface BookedPart {
  id: string;
  companyId: string;
  schemeId: string | null;
  postingDate: string;
  transactionDate: string;
  type: string;
  sourceReference: string;
  amount: string;
  currency: string;
  billedAmount: string;
  billedCurrency: string;
  conversionRate: string;
  merchantId: string | null;
  merchantName: string | null;
  merchantCity: string | null;
  merchantRegion: string | null;
  merchantCountry: string | null;
  merchantCategory: string | null;
  taxAmount: string | null;
  taxCode: string | null;
  customerCode: string | null;
  purpose: string | null;
  customValues: Record<string, string>;
  accountName: string;
  lastFour: string | null;
  companyNumber: string;
  companyName: string;
  /** The number of the split; null if the transaction isn't allocated. */
  splitNumber: number | null;
  splitAmount: string | null;
  splitTax: string | null;
  percent: string | null;
  description: string | null;
  codes: Record<string, string> | null;
}

/** A line of a file: a split, or the entry on the offset account. */
export interface Line {
  part: BookedPart;
  units: bigint;
  tax: string | null;
  isOffset: boolean;
  lineNumber: number;
  transactionNumber: number;
}

/** The lines of a file: the splits of each transaction and, with an offset account, its opposite entry. */
export async function* linesOf(parts: AsyncIterable<BookedPart>, hasOffset: boolean): AsyncGenerator<Line> {
  let [lineNumber, transactionNumber] = [0, 0];
  let last: BookedPart | null = null;
  const offset = (part: BookedPart): Line => ({
    part,
    units: -unitsOf(part.billedAmount),
    tax: null,
    isOffset: true,
    lineNumber: ++lineNumber,
    transactionNumber
  });
  for await (const part of parts) {
    if (last?.id !== part.id) {
      if (last && hasOffset) yield offset(last);
      transactionNumber++;
    }
    last = part;
    const isWhole = part.splitAmount === null;
    yield {
      part,
      units: unitsOf(part.splitAmount ?? part.billedAmount),
      tax: isWhole ? part.taxAmount : part.splitTax,
      isOffset: false,
      lineNumber: ++lineNumber,
      transactionNumber
    };
  }
  if (last && hasOffset) yield offset(last);
}
