import type { Refusal } from '../../core/entry/refusal';
import type { Values } from './field';
import type { SetUpRecord } from './records';

/** A record as a command is about to write it. */
export interface Draft {
  /** Which of those that were sent, from 0. */
  row: number;
  id: string;
  parent: SetUpRecord | null;
  /** The record to change; null for a new one. */
  existing: SetUpRecord | null;
  values: Values;
  /** The secrets that were typed, by field; the values have their hashes. */
  secrets?: Readonly<Record<string, string>>;
  /** Whether the record becomes active; absent: as it is, or active for a new one. */
  active?: boolean;
}

/** A refusal of one of several records that were sent. */
export type RowRefusal = Refusal & { row: number };

/** Whether a draft's record is active once it is written. */
export const activeOf = ({ existing, active }: Draft) => active ?? existing?.active ?? true;
