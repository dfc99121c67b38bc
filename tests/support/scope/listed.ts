import type { Principal } from '@/lib/access/policy/principal';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { exportCsv, exportSpreadsheet } from '@/lib/kit/listing/export';
import type { Listing } from '@/lib/kit/listing/listing';
import { listedIds } from '@/lib/kit/listing/named-rows';
import { listCount, listPage, listRows, listTotals } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { listTabs } from '@/lib/kit/listing/tabs';
import { bytesOf } from '../bytes';
import { ORIGIN } from '../module-world';
import type { ScopeWorld } from './world';

export const idOf = ({ id }: { id: string }) => id;

/** Everything that a list reveals: its pages forwards and backwards, its totals and tabs, its rows, its bulk selection. */
export async function listed(principal: Principal, listing: Listing, world: ScopeWorld): Promise<string[]> {
  const query = { ...readQuery(listing, {}), size: 7 };
  const ids: string[] = [];
  let pages = 0;
  for (let place: typeof query.place = 'beginning'; ; ) {
    const page = await listPage(principal, listing, { ...query, place });
    ids.push(...page.rows.map(idOf));
    if (page.next === null || ++pages > 100) break;
    place = { after: page.next };
  }
  const { count } = await listTotals(principal, listing, query);
  if (count !== new Set(ids).size) throw new Error(`the count of ${listing.name} tells of rows that are not shown`);
  for (const tab of await listTabs(principal, listing, query)) {
    const shown = await listCount(principal, listing, { ...query, ...filtersOf(listing, tab.changes) });
    if (tab.count !== shown)
      throw new Error(`the tab ${tab.label} of ${listing.name} tells of rows that are not shown`);
  }
  for await (const row of listRows(principal, listing, query)) if (!ids.includes(row.id)) ids.push(row.id);
  ids.push(...(await listPage(principal, listing, { ...query, place: 'end' })).rows.map(idOf));
  ids.push(...(await listedIds(principal, listing, [...world.placeOf.keys()])).map(idOf));
  return ids;
}

const filtersOf = (listing: Listing, changes: Record<string, string | null>) => ({
  filters: readQuery(
    listing,
    Object.fromEntries(Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  ).filters
});

/** Fails when an export has other rows than the list. */
export async function exported(principal: Principal, listing: Listing, world: ScopeWorld): Promise<string[]> {
  const query = readQuery(listing, {});
  const count = await listCount(principal, listing, query);
  const csv = await exportCsv(principal, listing, query, (key) => key, ORIGIN);
  const rows = (await bytesOf(csv)).toString().split('\r\n').filter(Boolean).length;
  if (rows > 0 && rows - 1 !== count) throw new Error(`the export of ${listing.name} has rows that are not shown`);
  const sheet = await exportSpreadsheet(principal, listing, query, (key) => key, ORIGIN);
  let sheetRows = 0;
  if (sheet) for await (const _ of readSpreadsheet(await bytesOf(sheet))) sheetRows++;
  if (sheet && sheetRows - 1 !== count)
    throw new Error(`the spreadsheet of ${listing.name} has rows that are not shown`);
  return listed(principal, listing, world);
}
