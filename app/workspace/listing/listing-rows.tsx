import type { ComponentProps } from 'react';
import type { Translate } from '@/lib/core/language/texts';
import type { BulkAction } from '@/lib/kit/bulk/bulk-action';
import { COUNTED } from '@/lib/kit/listing/page';
import { signedIn } from '../signed-in';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import type { BulkButton, BulkTexts } from './bulk-texts';
import { ListKeys } from './list-keys';
import { addressWith } from './listing-address';
import { ListingBulk } from './listing-bulk';
import type { ListingContext } from './listing-context';
import { ListingPages, positionOf } from './listing-pages';
import type { ListingProps } from './listing-props';
import type { ListReads } from './listing-reads';
import { shapeOf } from './listing-shape';
import { ListingTable } from './listing-table';
import { RowOpener } from './row-opener';

interface Props extends ListingProps {
  context: ListingContext;
  reads: ListReads;
  /** The row that is open beside the list. */
  open: string | null;
  actions: [string, BulkAction][];
  /** The server action that does one of them. */
  action: ComponentProps<typeof ListingBulk>['action'];
}

/** The rows of a list with their bulk actions and the links to other pages, or what is said when there are none. */
export async function ListingRows({ context, reads, open, actions, action, path, keep = {}, empty, ...props }: Props) {
  const { listing, query, t } = context;
  const [{ rows, previous, next, marked }, { count, isCut }, { locale }] = await Promise.all([
    reads.page,
    reads.totals,
    signedIn()
  ]);
  const listed = rows.length > 0 && (
    <ListingTable
      {...{ context, rows, actions, open }}
      href={props.href}
      cells={props.cells}
      shape={shapeOf(listing, query, rows)}
      marks={marked}
    />
  );
  const table = props.beside && listed ? <RowOpener>{listed}</RowOpener> : listed;
  const narrowed = query.text !== '' || Object.keys(query.filters).length > 0;
  return (
    <>
      <ListKeys open={open} ids={rows.map(({ id }) => id)} />
      {isCut && <Notice kind="hint">{t('listing.cut', { count })}</Notice>}
      {actions.length > 0 ? (
        <ListingBulk
          action={action}
          buttons={rows.length > 0 ? bulkButtons(t, actions) : []}
          texts={bulkTexts(t, { count, shown: rows.length })}
          locale={locale}
        >
          {table}
        </ListingBulk>
      ) : (
        table
      )}
      {rows.length === 0 &&
        (narrowed ? (
          <Empty title={t('listing.nothing.found')}>
            <Link href={addressWith(path, keep, {})}>{t('listing.clear')}</Link>
          </Empty>
        ) : (
          (empty ?? <Empty title={t('listing.empty')} />)
        ))}
      {(previous || next) && (
        <ListingPages
          {...{ context, previous, next, count }}
          position={positionOf(context.given, query, rows.length, count)}
        />
      )}
    </>
  );
}

const bulkButtons = (t: Translate, actions: [string, BulkAction][]): BulkButton[] =>
  actions.map(([value, action], index) => ({
    value,
    label: t(action.label),
    ...(action.explanation && { explanation: t(action.explanation) }),
    ...(action.danger && { danger: true }),
    ...('screen' in action && { leads: true }),
    ...('reason' in action && { reason: t('transaction.reason') }),
    ...(action.undo && {
      undoable: true,
      isReverse: actions.slice(0, index).some(([name]) => name === action.undo)
    })
  }));

function bulkTexts(t: Translate, { count, shown }: { count: number; shown: number }): BulkTexts {
  return {
    label: t('listing.with.selected'),
    ...(count > shown && {
      all: count > COUNTED ? t('bulk.all.more', { count: COUNTED }) : t('bulk.all', { count })
    }),
    selected: t('bulk.selected', { count: '{count}' }),
    some: t('bulk.some', { action: '{action}', count: '{count}', total: '{total}' }),
    clear: t('bulk.clear'),
    undone: t('coding.undone'),
    cancel: t('form.cancel'),
    sending: t('form.sending'),
    failed: t('save.failed'),
    serverDown: t('server.down')
  };
}
