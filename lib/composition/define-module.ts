import type { FeatureNeed } from '../access/policy/features';
import type { AreaDeclaration } from '../access/policy/policy';
import type { Chores } from '../core/server/chores';
import type { OutboxHandlers } from '../core/server/outbox';
import type { DeletionGuard } from '../directory/people/delete-user';
import type { Belongings } from '../directory/people/merge-users';
import type { Attachable, AttachableEntity } from '../kit/attachments/attachable';
import type { BulkActions } from '../kit/bulk/bulk-action';
import type { DeclaredList, Lists } from '../kit/bulk/declared-lists';
import type { Commentable, CommentableEntity } from '../kit/comments/commentable';
import type { JobKindDeclaration, JobRun } from '../kit/jobs/job-run';
import type { StandardReport, StandardReportName } from '../kit/listing/data-set';
import type { HomeTask, HomeTaskName } from '../kit/listing/home-tasks';
import type { ListingName } from '../kit/listing/listing';
import type { SetupStep, SetupStepName } from '../kit/listing/setup-steps';
import type { StandardReports } from '../kit/reports/known-report';
import type { SearchKind } from '../kit/search/kinds';
import type { DeclaredSearchKind } from '../kit/search/searchable';
import type { RetentionPart } from '../money/transactions/retention';

/** A module's declaration of a kind of job over the lists and the standard reports of all modules. */
export interface JobOverLists<Payload> extends Omit<JobKindDeclaration<Payload>, 'does'> {
  does(run: JobRun<Payload>, lists: Lists, standard: StandardReports): ReturnType<JobKindDeclaration<Payload>['does']>;
}

/** A module's declaration; `npm run generate` builds the rest of the product from these. */
export interface ModuleDeclaration<Payloads = Record<string, unknown>, ListPayloads = Record<string, unknown>> {
  /** The modules that it imports from, `wing/name`, besides core. */
  needs: readonly string[];
  /** The issuers' tables that it alone writes: each row names its issuer, by which the tables can be distributed. */
  tables?: readonly string[];
  /**
   * Its tables with a copy on each server of a distributed database, because issuers' tables reference them; each with
   * the reason.
   */
  referenceTables?: Readonly<Record<string, string>>;
  /** Its tables that stay on one server of a distributed database, each with the reason. */
  localTables?: Readonly<Record<string, string>>;
  /** The policy areas that it adds. */
  areas?: Readonly<Record<string, AreaDeclaration>>;
  /**
   * Its features that not every user has, with their requirements besides permissions; their texts are at
   * `feature.<feature>`.
   */
  features?: Readonly<Record<string, readonly FeatureNeed[]>>;
  /** Its features that a company's programme switches on or off (C1.013); their texts are at `feature.<feature>`. */
  programFeatures?: readonly string[];
  /** The actions that it audits, `area.event`; each has its text at `audit.action.<action>` or `event.<action>`. */
  auditActions?: readonly string[];
  /** The purposes of its derived keys (lib/core/secrets/keys.ts); a used name is never reused for another purpose. */
  keyPurposes?: readonly string[];
  /** Its jobs, by kind. */
  jobs?: { readonly [Kind in keyof Payloads]: JobKindDeclaration<Payloads[Kind]> };
  /** Its jobs over the lists and the standard reports of all modules, which they receive. */
  jobsOverLists?: { readonly [Kind in keyof ListPayloads]: JobOverLists<ListPayloads[Kind]> };
  /** Its lists. */
  lists?: Readonly<Partial<Record<ListingName, DeclaredList>>>;
  /** The bulk actions that it adds to a list, its own or another module's. */
  bulkActions?: Readonly<Partial<Record<ListingName, BulkActions>>>;
  /** Its kinds of records that the search finds; their texts are at `search.kind.<kind>` and `search.kinds.<kind>`. */
  searchKinds?: Readonly<Partial<Record<SearchKind, DeclaredSearchKind>>>;
  /** Its kinds of records that files can be attached to, by their names in the audit. */
  attachable?: Readonly<Partial<Record<AttachableEntity, Attachable>>>;
  /** Its kinds of records that carry comments, by their names in the audit. */
  commentable?: Readonly<Partial<Record<CommentableEntity, Commentable>>>;
  /** Its home tasks. */
  homeTasks?: Readonly<Partial<Record<HomeTaskName, HomeTask>>>;
  /** Its standard reports, over its own lists. */
  reports?: Readonly<Partial<Record<StandardReportName, StandardReport>>>;
  /** Its steps of a company's or an issuer's set-up. */
  setupSteps?: Readonly<Partial<Record<SetupStepName, SetupStep>>>;
  /** Its side effects, by the topic of the outbox. */
  outbox?: OutboxHandlers;
  /** Its chores, by name. */
  chores?: Chores;
  /** Its data that belongs to a user: how a merge moves it, and how it is forgotten. */
  belongings?: readonly Belongings[];
  /** Its reasons that a user can't be deleted. */
  deletionGuards?: readonly DeletionGuard[];
  /** Its data that belongs to transactions, and how it is deleted with them (C5.027). */
  retention?: readonly RetentionPart[];
}

/** Declares a module: the default export of its module.ts, which only the generated index imports. */
export const defineModule = <Payloads = Record<string, unknown>, ListPayloads = Record<string, unknown>>(
  declaration: ModuleDeclaration<Payloads, ListPayloads>
): ModuleDeclaration<Payloads, ListPayloads> => declaration;
