import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import type { TextKey } from '../../core/language/text-key';
import type { Listing, ListingTab } from './listing';
import { COUNTED } from './page';
import { type ListQuery, readQuery } from './query';
import { conditionOf, filterConditions } from './select';

/** A tab of a list, as its page shows it. */
export interface SeenTab {
  label: TextKey;
  /** The parameters of the address that select it; null for those that it removes. */
  changes: Record<string, string | null>;
  isCurrent: boolean;
  /** The number of its rows; null if there are more rows in the list than are counted. */
  count: number | null;
}

/** The columns whose filters the tabs set. */
const columnsOf = (tabs: readonly ListingTab[]) => [...new Set(tabs.flatMap(({ query }) => Object.keys(query)))];

/** The query without the filters that the tabs set. */
const within = (query: ListQuery, names: readonly string[]): ListQuery => ({
  ...query,
  filters: Object.fromEntries(Object.entries(query.filters).filter(([name]) => !names.includes(name)))
});

/** The tab whose filters are those of the query; undefined if there is none. */
export function currentTab({ tabs = [] }: Listing, { filters }: ListQuery): ListingTab | undefined {
  return tabs.find(({ query }) =>
    columnsOf(tabs).every((name) => !filters[name]?.is && (filters[name]?.value ?? '') === (query[name] ?? ''))
  );
}

const countsRow = z.strictObject({ total: z.number(), counts: z.array(z.number()) });

/** The tabs of a list with their counts under the other filters, which one statement counts over a bounded number of rows. */
export async function listTabs(principal: Principal, listing: Listing, query: ListQuery): Promise<SeenTab[]> {
  const { tabs = [] } = listing;
  if (tabs.length === 0) return [];
  const names = columnsOf(tabs);
  const conditions = await Promise.all(
    tabs.map(async (tab) => {
      const { filters } = readQuery(listing, { ...tab.query });
      const parts = await filterConditions(principal, listing, filters);
      return Prisma.sql`coalesce(${parts.length > 0 ? Prisma.join(parts, ' AND ') : Prisma.sql`TRUE`}, FALSE)`;
    })
  );
  const condition = await conditionOf(principal, listing, within(query, names));
  const marks = Prisma.join(conditions, ', ');
  const counts = Prisma.join(
    tabs.map((_, index) => Prisma.sql`count(*) FILTER (WHERE marks[${index + 1}::int])`),
    ', '
  );
  const [row] = await reading(
    (db) => readRows(db, countsRow)`
    SELECT count(*)::int AS total, ARRAY[${counts}]::int[] AS counts FROM (
      SELECT ARRAY[${marks}] AS marks FROM ${listing.from(principal)} WHERE ${condition} LIMIT ${COUNTED + 1}
    ) AS listed`
  );
  return plainTabs(listing, query).map((tab, index) => ({
    ...tab,
    count: row && row.total <= COUNTED ? (row.counts[index] ?? null) : null
  }));
}

/** The tabs of a list before their rows are counted. */
export function plainTabs(listing: Listing, query: ListQuery): SeenTab[] {
  const { tabs = [] } = listing;
  const current = currentTab(listing, query);
  const cleared = Object.fromEntries(
    columnsOf(tabs).flatMap((name) => [
      [name, null],
      [`${name}.is`, null]
    ])
  );
  return tabs.map((tab) => ({
    label: tab.label,
    changes: { ...cleared, ...tab.query },
    isCurrent: tab === current,
    count: null
  }));
}
