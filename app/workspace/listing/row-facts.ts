import type { BulkAction } from '@/lib/kit/bulk/bulk-action';
import type { Row } from '@/lib/kit/listing/page';
import type { ListingShape } from './listing-shape';
import type { RowFacts } from './ticked';

/** Whether an action can be done for a row, as far as the row's columns tell. */
const isFitting = ({ fits }: BulkAction, row: Row): boolean =>
  !fits || row[fits.column] === undefined || fits.values.includes(String(row[fits.column]));

/** What the bar of bulk actions needs to know of a row. */
export function rowFacts(actions: readonly [string, BulkAction][], { figure }: ListingShape, row: Row): RowFacts {
  const amount = figure === undefined ? null : row[figure];
  return {
    ...(amount != null && { 'data-amount': String(amount), 'data-currency': String(row[`${figure}Currency`]) }),
    'data-fits': actions.flatMap(([name, action]) => (isFitting(action, row) ? [name] : [])).join(' ')
  };
}
