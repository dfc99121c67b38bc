import type { FeatureNeed } from '../access/policy/features';
import type { AreaDeclaration } from '../access/policy/policy';
import type { Chores } from '../core/server/chores';
import type { OutboxHandlers } from '../core/server/outbox';
import type { Belongings } from '../directory/people/merge-users';
import type { BulkActions } from '../kit/bulk/bulk-action';
import type { DeclaredList, Lists } from '../kit/bulk/declared-lists';
import type { JobKindDeclaration, JobRun } from '../kit/jobs/job-run';
import type { HomeTask, HomeTaskName } from '../kit/listing/home-tasks';
import type { ListingName } from '../kit/listing/listing';
import type { RetentionPart } from '../money/transactions/retention';

/** What a module says of a kind of long work over the lists of all modules. */
export interface JobOverLists<Payload> extends Omit<JobKindDeclaration<Payload>, 'does'> {
  does(run: JobRun<Payload>, lists: Lists): ReturnType<JobKindDeclaration<Payload>['does']>;
}

/** What a module says of itself: the rest of the product is made of these declarations by `npm run generate`. */
export interface ModuleDeclaration<Payloads = Record<string, unknown>, ListPayloads = Record<string, unknown>> {
  /** The modules that it imports from, `wing/name`, beside core. */
  needs: readonly string[];
  /** The tables of issuers that it alone writes: each row names its issuer, and they can be distributed by it. */
  tables?: readonly string[];
  /** Its tables of which each server of a distributed database has a copy, since those of issuers lead there; and why. */
  referenceTables?: Readonly<Record<string, string>>;
  /** Its tables that stay on one server of a distributed database, each with why. */
  localTables?: Readonly<Record<string, string>>;
  /** The areas of the policy that it brings. */
  areas?: Readonly<Record<string, AreaDeclaration>>;
  /** What of it not everybody has, and what each takes beside the powers; its words are at `feature.<feature>`. */
  features?: Readonly<Record<string, readonly FeatureNeed[]>>;
  /** What of it a company's program switches on or off (C1.013); its words are at `feature.<feature>`. */
  programFeatures?: readonly string[];
  /** The actions that it audits, `area.event`; each has its words at `audit.action.<action>` or `event.<action>`. */
  auditActions?: readonly string[];
  /** What it derives keys for (lib/core/secrets/keys.ts); a name once used is never given to anything else. */
  keyPurposes?: readonly string[];
  /** Its long work, by the kind of job. */
  jobs?: { readonly [Kind in keyof Payloads]: JobKindDeclaration<Payloads[Kind]> };
  /** Its long work over the lists of all modules, which it is given. */
  jobsOverLists?: { readonly [Kind in keyof ListPayloads]: JobOverLists<ListPayloads[Kind]> };
  /** Its lists. */
  lists?: Readonly<Partial<Record<ListingName, DeclaredList>>>;
  /** What it adds to what can be done to many rows of a list, its own or another's. */
  bulkActions?: Readonly<Partial<Record<ListingName, BulkActions>>>;
  /** The work on its lists that waits for somebody, shown on their home page. */
  homeTasks?: Readonly<Partial<Record<HomeTaskName, HomeTask>>>;
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
export const defineModule = <Payloads = Record<string, unknown>, ListPayloads = Record<string, unknown>>(
  declaration: ModuleDeclaration<Payloads, ListPayloads>
): ModuleDeclaration<Payloads, ListPayloads> => declaration;
