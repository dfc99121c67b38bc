import type { Area } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import type { SettingKey, SettingValue } from '../../access/settings/settings';
import { Prisma } from '../../core/database/prisma/client';
import type { KeyAfter, TextKey } from '../../core/language/text-key';
import type { Translate } from '../../core/language/texts';

/** The type of a column's values, which determines display, comparison, filter and export. A month is `2026-02`. */
export type ColumnType = 'text' | 'number' | 'money' | 'date' | 'date-time' | 'month' | 'choice' | 'boolean';

export interface Column {
  /** The value. A `choice` is text: cast enums. */
  sql: Prisma.Sql;
  type: ColumnType;
  /** The heading's message key. */
  label: TextKey;
  /** Whether a row may have none. Empty values come last in ascending order. */
  nullable?: boolean;
  /** The sort expressions, if other than the value: an index should begin with them. False: not sortable. */
  sort?: false | readonly Prisma.Sql[];
  /** The kind of filter: text by its beginning or any part, others by value or range. Absent: none. */
  filter?: 'begins' | 'contains' | 'equals' | 'range' | 'choice';
  /** The condition of a filter by value, if other than on the displayed value; it may run a query first. */
  matches?: (value: string, principal: Principal) => Prisma.Sql | Promise<Prisma.Sql>;
  /**
   * The name of a filter's value, null if it has none. Such a column holds ids: addresses filter by them, and the reader
   * can only remove that filter.
   */
  nameOf?: (value: string, principal: Principal) => Promise<string | null>;
  /** Transforms the value of a text after reading, or any text that contains it. */
  read?: (value: string) => string;
  /** The values of a choice, each with the message key of its name. */
  choices?: Readonly<Record<string, TextKey>>;
  /** For money: its ISO 4217 code, which a row then has as `<column>Currency`. */
  currency?: Prisma.Sql;
  /** Hidden by default. */
  hidden?: boolean;
  /** The area whose `view` permission it requires besides that of its list: who lacks it has no such column. */
  area?: Area;
}

/** A setting of a number of rows. */
export type RowsSetting = { [K in SettingKey]: SettingValue<K> extends number ? K : never }[SettingKey];

/** The name of a list, which has its title. */
export type ListingName = KeyAfter<'listing.'>;

/**
 * A list of records, declared once: page, order, search, filters, count, export and saved views derive from it. So does
 * the scope: `where` is part of every query.
 */
export interface Listing<Name extends string = string> {
  /** Its name in saved views, export files and addresses: `users`; its title is at `listing.<name>`. */
  name: ListingName;
  /** The area whose `view` permission it requires. */
  area: Area;
  /** Parameters of the address that select the list of this name; an export's audit includes them. */
  parameters?: Readonly<Record<string, string>>;
  /** What follows FROM. */
  from: (principal: Principal) => Prisma.Sql;
  /** The rows that the principal sees: begin with `within(principal.scope, …)`. */
  where: (principal: Principal) => Prisma.Sql | Promise<Prisma.Sql>;
  /** The issuer and the id of a row; the id orders equal rows. */
  issuer: Prisma.Sql;
  id: Prisma.Sql;
  /** The name of a row; the default is its first text. */
  called?: Prisma.Sql;
  columns: Readonly<Record<Name, Column>>;
  /** The condition of a search; `text` is trimmed and not empty. Absent: no search. */
  search?: (text: string) => Prisma.Sql;
  /** Columns that each export has, shown or not. */
  exported?: readonly NoInfer<Name>[];
  /** The default order. */
  order: { column: NoInfer<Name>; descending?: boolean };
  /** The setting of the most rows that its screen shows, the first in order (CD.11); files and reports have all of them. */
  most?: RowsSetting;
  /** The column of money that is totalled by currency over all matching rows. */
  measure?: NoInfer<Name> | undefined;
  /** Filters with a name and a count, as tabs; the first whose filter is in the address is the current one. */
  tabs?: readonly ListingTab[];
  presentation?: Presentation<NoInfer<Name>>;
}

/** A tab of a list: a filter with a name. */
export interface ListingTab {
  /** The message key of its name. */
  label: TextKey;
  /** The parameters of the address that it sets; none: all rows. */
  query: Readonly<Record<string, string>>;
}

/** What the rows of a list look like. The columns that it names are read even if the reader doesn't show them. */
export interface Presentation<Name extends string = string> {
  /** The column with the name of a row; the default is the first text. */
  title?: Name;
  /** The columns in the line below the name, which have no column of their own. */
  support?: readonly Name[];
  /** The column of the date that a narrow screen, where it has no column, shows in the line below the name. */
  date?: Name;
  /** What stands before the name: a person's initials, or the icon of the merchant category that a column holds. */
  face?: 'person' | { category: Name };
  /** The column with the figure of a row; the default is the first money. `foreign` is shown below it if its currency differs. */
  figure?: Name;
  foreign?: Name;
  /** The column with the state of a row; the default is a choice called `state` or `status`. */
  state?: Name;
  /** The columns left out while all rows of a page have the same value. */
  common?: readonly Name[];
  /** The filters in the toolbar; the others are behind a button. The default is the first three. */
  filters?: readonly Name[];
}

/** The values of a choice, each with the key of its name. */
export const choicesOf = <Value extends string>(values: readonly Value[], keyOf: (value: Value) => TextKey) =>
  Object.fromEntries(values.map((value) => [value, keyOf(value)]));

/** The text of a choice's value; an undeclared value is shown itself. */
export function wordOfChoice(t: Translate, { choices }: Column, value: unknown): string {
  const key = choices?.[String(value)];
  return key ? t(key) : String(value);
}

/** Escapes the wildcards of LIKE. */
export const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** A condition that any of `columns` contains `text`, regardless of case: give each column a trigram index. */
export function contains(text: string, ...columns: Prisma.Sql[]): Prisma.Sql {
  const pattern = `%${escaped(text)}%`;
  return Prisma.sql`(${Prisma.join(
    columns.map((column) => Prisma.sql`${column} ILIKE ${pattern}`),
    ' OR '
  )})`;
}
