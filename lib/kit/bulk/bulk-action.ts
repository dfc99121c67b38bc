import type { z } from 'zod';
import type { Action, Area } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import type { Refusal, Result } from '../../core/entry/refusal';
import type { WorkspaceAddress } from '../../core/http/pages';
import type { TextKey } from '../../core/language/text-key';
import type { NamedRow } from '../listing/named-rows';

interface Offered {
  /** The message keys of its label and its consequence. */
  label: TextKey;
  explanation?: TextKey;
  /** Whether data is lost. */
  danger?: true;
  /** The action of the same list that takes it back: then it needs no confirmation. */
  undo?: string;
  /** The rows that it can be done for, by a column of the list; the command decides. */
  fits?: { column: string; values: readonly string[] };
  /** The permission for offering it; the command checks its own. */
  needs: [Area, Action];
}

/** A command that is called for each row. */
export interface RowAction extends Offered {
  /** Returns the message key of a remark if the outcome differs from the request. */
  run(principal: Principal, row: NamedRow, origin: Origin): Promise<Result<TextKey | null>>;
}

/**
 * A command for many rows, which handles each independently in the caller's transaction. Its `parameters` are checked
 * by its schema and stored with the job.
 */
export interface SetAction extends Offered {
  parameters?: z.ZodType;
  /** The page that asks for the parameters of the selected rows. */
  screen?: WorkspaceAddress;
  /** Whether the only parameter is a reason: then the confirmation asks for it. */
  reason?: true;
  /** The most rows of one transaction, where they are many records each. */
  together?: number;
  /** Returns the refused rows with their reasons. */
  runAll(
    tx: Transaction,
    principal: Principal,
    ids: readonly string[],
    origin: Origin,
    parameters: unknown
  ): Promise<readonly { id: string; refusal: Refusal }[]>;
}

/** A bulk action of a list. */
export type BulkAction = RowAction | SetAction;

export type BulkActions = Readonly<Record<string, BulkAction>>;

/** The actions of a list that are offered to the principal. */
export const offered = (principal: Principal, actions: BulkActions): [string, BulkAction][] =>
  Object.entries(actions).filter(([, { needs }]) => may(principal, ...needs));
