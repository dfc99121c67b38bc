import type { Action, Area } from '../access/policy';
import { may, type Principal } from '../access/principal';
import type { Origin } from '../core/audit';
import type { Result } from '../core/refusal';
import type { NamedRow } from '../listing/page';

/** Something that can be done to many rows of a list: a command, asked for each by itself. */
export interface BulkAction {
  /** Message keys of what it is called, and of what follows from it. */
  label: string;
  explanation?: string;
  /** Whether something is lost. */
  danger?: true;
  /** What it takes to be offered it; the command asks for itself. */
  needs: [Area, Action];
  /** Resolves to the message key of a remark where something else than was asked came of it. */
  run(principal: Principal, row: NamedRow, origin: Origin): Promise<Result<string | null>>;
}

export type BulkActions = Readonly<Record<string, BulkAction>>;

/** The actions of a list that somebody is offered. */
export const offered = (principal: Principal, actions: BulkActions): [string, BulkAction][] =>
  Object.entries(actions).filter(([, { needs }]) => may(principal, ...needs));
