import type { FeedField } from './mapping';
import type { FileRecord, ReasonCode } from './record';
import type { TransactionType } from './transaction-types';

/** Why a row isn't booked: a message key, and the field that it is about. */
export interface Reason {
  code: ReasonCode;
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

/** What the fields of a row hold, as the file has it; nothing where it is blank. */
export type RowTexts = Partial<Record<FeedField, string>>;
