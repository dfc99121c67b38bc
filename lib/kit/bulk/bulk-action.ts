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
  /** Message keys of what it is called, and of what follows from it. */
  label: TextKey;
  explanation?: TextKey;
  /** Whether something is lost. */
  danger?: true;
  /** What it takes to be offered it; the command asks for itself. */
  needs: [Area, Action];
}

/** A command for one row: asked for each by itself. */
export interface RowAction extends Offered {
  /** Resolves to the message key of a remark where something else than was asked came of it. */
  run(principal: Principal, row: NamedRow, origin: Origin): Promise<Result<TextKey | null>>;
}

/**
 * A command that takes many rows at once, and does it to each or not on its own merits, in the caller's transaction. What
 * has to be said of it beside which rows, `parameters`, is checked by its schema and kept with the job.
 */
export interface SetAction extends Offered {
  parameters?: z.ZodType;
  /** Where the parameters are asked for: a page that is told which rows are meant. */
  screen?: WorkspaceAddress;
  /** Whether they are a reason and nothing else: then it is asked for with the confirmation. */
  reason?: true;
  /** Resolves to those that it was not done to, and why. */
  runAll(
    tx: Transaction,
    principal: Principal,
    ids: readonly string[],
    origin: Origin,
    parameters: unknown
  ): Promise<readonly { id: string; refusal: Refusal }[]>;
}

/** Something that can be done to many rows of a list. */
export type BulkAction = RowAction | SetAction;

export type BulkActions = Readonly<Record<string, BulkAction>>;

/** The actions of a list that somebody is offered. */
export const offered = (principal: Principal, actions: BulkActions): [string, BulkAction][] =>
  Object.entries(actions).filter(([, { needs }]) => may(principal, ...needs));
