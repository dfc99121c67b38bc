import type { KeyAfter } from '../../core/language/text-key';

/** What `feed.reason.…` has a sentence for. */
export type ReasonCode = KeyAfter<'feed.reason.'>;

/** A record of a file as its format has it. */
export interface FileRecord {
  /** From 1 on, with headers and trailers. */
  number: number;
  /** In the order of the layout's sources; undefined where the record has none. */
  cells: (string | undefined)[];
  /** The record as it stands in the file, from which it can be read again. */
  raw: string;
  /** It is no record, but what the document says outside of its records. */
  summary?: true;
  /** Why it can't be read, as a message key. */
  fault?: ReasonCode;
}

/** A record longer than this is none. */
export const LONGEST_RECORD = 64 * 1024;
