import type { KeyAfter } from '../../core/language/text-key';

/** The codes with a message at `feed.reason.…`. */
export type ReasonCode = KeyAfter<'feed.reason.'>;

/** A record of a file in its format. */
export interface FileRecord {
  /** Counted from 1, with headers and trailers. */
  number: number;
  /** In the order of the layout's sources; undefined for a missing value. */
  cells: (string | undefined)[];
  /** The record's text, from which it can be read again. */
  raw: string;
  /** Not a record, but the values of the document outside its records. */
  summary?: true;
  /** The reason that it is unreadable, as a message key. */
  fault?: ReasonCode;
}

/** The maximum length of a record. */
export const LONGEST_RECORD = 64 * 1024;
