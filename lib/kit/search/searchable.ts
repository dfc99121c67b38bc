import type { Area } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import type { Prisma } from '../../core/database/prisma/client';
import type { Ask } from './at-places';
import type { SearchKind } from './kinds';
import type { SearchResult } from './search-result';

/**
 * Records that one query finds, by the indexes of their table: the table is `r` in every part, and `wanted.kind` is the
 * kind that is looked for.
 */
export interface SearchFamily {
  /** The table as `r`, with `issuer_id`, `company_id`, `id`, and `search_text` as the database's searchable() folds it. */
  table: Prisma.Sql;
  /** The kind of a row. */
  kind: Prisma.Sql;
  /** Its number or user id in lower case, as the index has it. */
  number: Prisma.Sql;
  /** Whether the beginning of a number is looked up. */
  isFoundByNumber: boolean;
  /** The condition that a row is of the wanted kind, in use as a record, and in the principal's scope. */
  condition(principal: Principal): Prisma.Sql;
  /** Queries for what only these records are known by. */
  also?(ask: Ask): Prisma.Sql[];
  /** Whether only `also` finds these records: their table has no `search_text`. */
  isFoundByAlsoOnly?: boolean;
  /**
   * The columns of `searchResultRow` after `id` up to `over`, in its order, and the joins that they need; `charge` adds
   * those of a payment: its day as text, its amount as text, and its currency.
   */
  result: { columns: Prisma.Sql; joins: Prisma.Sql; charge?: Prisma.Sql };
  /** Completes a result that was read. */
  readResult?(result: SearchResult): SearchResult;
}

/** A kind of records that the search finds, as its module declares it (C2.006). */
export interface DeclaredSearchKind {
  /** The area that a user must be permitted to view. */
  area: Area;
  family: SearchFamily;
  /** Its feature of a company's programme. */
  program?: ProgramFeature;
  /** Whether these records lie above companies, and are never looked for in one. */
  isAboveCompanies?: boolean;
  /** The address of a record's page. */
  record(record: { id: string }): string;
}

/** The kinds of all modules, in the order in which results are shown. */
export type SearchKinds = ReadonlyMap<SearchKind, DeclaredSearchKind>;
