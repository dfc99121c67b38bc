import type { Area } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import { Prisma } from '../../core/database/prisma/client';
import type { KeyAfter, TextKey } from '../../core/language/text-key';
import type { Translate } from '../../core/language/texts';

/** What a column's values are; how they are shown, compared, filtered and exported follows from it. */
export type ColumnType = 'text' | 'number' | 'money' | 'date' | 'date-time' | 'choice' | 'boolean';

export interface Column {
  /** The value. A `choice` is text: cast enums. */
  sql: Prisma.Sql;
  type: ColumnType;
  /** The heading's message key. */
  label: TextKey;
  /** Whether a row may have none. Those come last in ascending order. */
  nullable?: boolean;
  /** What the list is ordered by, when other than the value: let an index begin with it. False: it can't be. */
  sort?: false | readonly Prisma.Sql[];
  /** How it is filtered: text by its beginning or any part of it, the rest by value or from–to. Absent: not at all. */
  filter?: 'begins' | 'contains' | 'equals' | 'range' | 'choice';
  /** The condition of a filter by a value, where it is another than on what is shown; it may look something up first. */
  matches?: (value: string, principal: Principal) => Prisma.Sql | Promise<Prisma.Sql>;
  /** What is made of the value of a text once it has been read, or of any text that it stands in. */
  read?: (value: string) => string;
  /** The values of a choice, each with the message key of its name. */
  choices?: Readonly<Record<string, TextKey>>;
  /** For money: its ISO 4217 code, which a row then has as `<column>Currency`. */
  currency?: Prisma.Sql;
  /** Shown only to who asks for it. */
  hidden?: boolean;
}

/** The name of a list, which has its title. */
export type ListingName = KeyAfter<'listing.'>;

/**
 * A list of records, declared once: the page, its order, search, filters, count, export and saved views all
 * come from here, and so does the scope: `where` is always part of the query.
 */
export interface Listing<Name extends string = string> {
  /** Its name in saved views, export files and addresses: `users`; its title is at `listing.<name>`. */
  name: ListingName;
  /** The area whose `view` it takes. */
  area: Area;
  /** Parameters of the address that decide which list of this name it is: an export's audit tells them. */
  parameters?: Readonly<Record<string, string>>;
  /** What follows FROM. */
  from: (principal: Principal) => Prisma.Sql;
  /** The rows that this principal sees: begin with `within(principal.scope, …)`. */
  where: (principal: Principal) => Prisma.Sql | Promise<Prisma.Sql>;
  /** The issuer and the id of a row; the id decides the order among equals. */
  issuer: Prisma.Sql;
  id: Prisma.Sql;
  /** What a row is called where it is named by itself; without it, its first text. */
  called?: Prisma.Sql;
  columns: Readonly<Record<Name, Column>>;
  /** What the search looks for, `text` being trimmed and not empty. Absent: no search. */
  search?: (text: string) => Prisma.Sql;
  /** The order when nobody asks for another. */
  order: { column: NoInfer<Name>; descending?: boolean };
}

/** The values of a choice, each with the key of its name. */
export const choicesOf = <Value extends string>(values: readonly Value[], keyOf: (value: Value) => TextKey) =>
  Object.fromEntries(values.map((value) => [value, keyOf(value)]));

/** The word for a value of a choice; one that the declaration doesn't know is shown as it is. */
export function wordOfChoice(t: Translate, { choices }: Column, value: unknown): string {
  const key = choices?.[String(value)];
  return key ? t(key) : String(value);
}

/** Text of which LIKE takes every character for itself. */
export const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** A condition that any of `columns` has `text` in it, whatever the case: give each column a trigram index. */
export function contains(text: string, ...columns: Prisma.Sql[]): Prisma.Sql {
  const pattern = `%${escaped(text)}%`;
  return Prisma.sql`(${Prisma.join(
    columns.map((column) => Prisma.sql`${column} ILIKE ${pattern}`),
    ' OR '
  )})`;
}
