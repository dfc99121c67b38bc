import type { AreaDeclaration } from '../access/policy/policy';
import type { Chores } from '../core/server/chores';
import type { OutboxHandlers } from '../core/server/outbox';
import type { Belongings } from '../directory/people/merge-users';
import type { JobKindDeclaration } from '../kit/jobs/job-run';
import type { RetentionPart } from '../money/transactions/retention';

/** What a module says of itself: the rest of the product is made of these declarations by `npm run generate`. */
export interface ModuleDeclaration<Payloads = Record<string, unknown>> {
  /** The modules that it imports from, `wing/name`, beside core. */
  needs: readonly string[];
  /** The tables that it alone writes. */
  tables?: readonly string[];
  /** The areas of the policy that it brings. */
  areas?: Readonly<Record<string, AreaDeclaration>>;
  /** The actions that it audits, `area.event`; each has its words at `audit.action.<action>` or `event.<action>`. */
  auditActions?: readonly string[];
  /** What it derives keys for (lib/core/secrets/keys.ts); a name once used is never given to anything else. */
  keyPurposes?: readonly string[];
  /** Its long work, by the kind of job. */
  jobs?: { readonly [Kind in keyof Payloads]: JobKindDeclaration<Payloads[Kind]> };
  /** Its side effects, by the topic of the outbox. */
  outbox?: OutboxHandlers;
  /** What it does every hour, by name. */
  chores?: Chores;
  /** What it keeps for a user, and how that follows who is merged into another. */
  belongings?: readonly Belongings[];
  /** What it keeps beside transactions, and how that goes with them (C5.027). */
  retention?: readonly RetentionPart[];
}

/** Declares a module: the default export of its module.ts, which nothing but the generated index imports. */
export const defineModule = <Payloads = Record<string, unknown>>(
  declaration: ModuleDeclaration<Payloads>
): ModuleDeclaration<Payloads> => declaration;
