import type { FeedField } from './mapping';
import type { FileRecord, ReasonCode } from './record';
import type { TransactionType } from './transaction-types';

/** The reason that a row isn't booked: a message key, and the field it concerns. */
export interface Reason {
  code: ReasonCode;
  field?: FeedField;
  params?: Record<string, string | number>;
}

/** The values of a row as a transaction has them. */
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
  authorizationReference: string | null;
}

/** A parsed row: its values, or the reasons that it can't be booked. */
export interface ReadRow {
  record: FileRecord;
  values: RowValues | null;
  reasons: Reason[];
  /** The billed amount in ten-thousandths, if readable; trailers sum it. */
  billed: bigint | null;
  currency: string | null;
  /** The file's name of the account, if it identifies accounts by name. */
  accountName: string | null;
}

/** The field values of a row as in the file; blank ones are missing. */
export type RowTexts = Partial<Record<FeedField, string>>;
