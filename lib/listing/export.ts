import { stringify } from 'csv-stringify';
import type { Principal } from '../access/principal';
import { may } from '../access/principal';
import { recordAct } from '../access/record-act';
import type { Origin } from '../core/audit';
import { transaction } from '../core/database';
import type { Translate } from '../core/texts';
import type { Column, Listing } from './listing';
import { listRows, type Row } from './page';
import { type ListQuery, writeQuery } from './query';

/** Text that a spreadsheet would take for a formula is marked as text (OWASP, CSV injection). */
export function neutral(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The columns of an export: those asked for, and the currency beside an amount. */
function fieldsOf(listing: Listing, query: ListQuery): { name: string; column: Column; currencyOf?: string }[] {
  return query.columns.flatMap((name) => {
    const column = listing.columns[name] as Column;
    return column.currency
      ? [
          { name, column },
          { name: `${name}Currency`, column, currencyOf: name }
        ]
      : [{ name, column }];
  });
}

/** A value as programs read it: ISO 8601 dates, plain numbers, choices in the reader's words. */
function written(t: Translate, column: Column, value: unknown, isCurrency: boolean): string {
  if (value === null || value === undefined) return '';
  if (isCurrency) return String(value);
  switch (column.type) {
    case 'date':
      return (value as Date).toISOString().slice(0, 10);
    case 'date-time':
      return (value as Date).toISOString();
    case 'choice':
      return t(column.choices?.[String(value)] ?? String(value));
    case 'text':
      return neutral(String(value));
    default:
      return String(value);
  }
}

/**
 * A list as CSV (RFC 4180, UTF-8 with the mark that spreadsheets look for), streaming: every row that
 * matches, in the list's order. Who exported what is audited first. Null without the right to see the list.
 */
export async function exportCsv(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  t: Translate,
  origin: Origin
): Promise<AsyncIterable<Buffer> | null> {
  if (!may(principal, listing.area, 'view')) return null;
  const asked = new URLSearchParams({ ...listing.parameters, ...Object.fromEntries(writeQuery(listing, query)) });
  await transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId: principal.issuerId,
      action: 'list.exported',
      entity: 'list',
      entityId: listing.name,
      details: { format: 'csv', query: asked.toString() }
    })
  );
  const fields = fieldsOf(listing, query);
  const csv = stringify({ bom: true, record_delimiter: 'windows' });
  csv.write(
    fields.map(({ column, currencyOf }) => (currencyOf ? `${t(column.label)} (${t('currency')})` : t(column.label)))
  );
  const cells = (row: Row) =>
    fields.map(({ name, column, currencyOf }) => written(t, column, row[name], Boolean(currencyOf)));
  void (async () => {
    try {
      for await (const row of listRows(principal, listing, query)) {
        if (csv.destroyed) return;
        if (!csv.write(cells(row))) await new Promise((resolve) => csv.once('drain', resolve).once('close', resolve));
      }
      csv.end();
    } catch (error) {
      csv.destroy(error as Error);
    }
  })();
  return csv;
}
