import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import type { Translate } from '../../core/language/texts';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import type { Column, Listing } from './listing';
import { listRows } from './page';
import { type ListQuery, writeQuery } from './query';
import { selectOf } from './select';
import { csvOf, fieldsOf, sheetOf } from './table-file';

/** The fields of an export: the requested columns, and the currency beside an amount. */
const asked = (listing: Listing, { columns }: ListQuery, t: Translate) =>
  fieldsOf(
    columns.map((name) => [name, listing.columns[name] as Column]),
    t
  );

/** A query with the columns that each export of its list has. */
const exported = ({ exported: always = [], ...listing }: Listing, query: ListQuery): ListQuery => ({
  ...query,
  columns: Object.keys(listing.columns).filter((name) => always.includes(name) || query.columns.includes(name))
});

/**
 * Exports a list as streamed CSV: all matching rows, in the list's order, in one snapshot. The export is
 * audited before any row is sent. Null without the permission to see the list.
 * @throws Busy if the maximum number of exports is running
 */
export async function exportCsv(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  t: Translate,
  origin: Origin
): Promise<ReadableStream<Uint8Array> | null> {
  if (!may(principal, listing.area, 'view') || eyesFault(principal, 'exports')) return null;
  const whole = exported(listing, query);
  const select = await selectOf(principal, listing, whole);
  return csvOf(select, asked(listing, whole, t), t, () => audit(principal, listing, query, 'csv', origin));
}

/** Does the same as a spreadsheet. */
export async function exportSpreadsheet(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  t: Translate,
  origin: Origin
): Promise<ReadableStream<Uint8Array> | null> {
  if (!may(principal, listing.area, 'view') || eyesFault(principal, 'exports')) return null;
  await audit(principal, listing, query, 'xlsx', origin);
  const whole = exported(listing, query);
  return sheetOf(listing.name, asked(listing, whole, t), listRows(principal, listing, whole), t);
}

async function audit(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  format: 'csv' | 'xlsx',
  origin: Origin
): Promise<void> {
  // Users search for card numbers too, so searches are masked.
  const sought = [...writeQuery(listing, query)].map(([name, text]) => [name, withoutCardNumbers(text)]);
  const wanted = new URLSearchParams({ ...listing.parameters, ...Object.fromEntries(sought) });
  await transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId: principal.issuerId,
      action: 'list.exported',
      entity: 'list',
      entityId: listing.name,
      details: { format, query: wanted.toString() }
    })
  );
}
