import type { AllocatingView } from '@/lib/money/transactions/allocating';
import type { signedInPrincipal } from '../../signed-in';
import type { FieldSpec } from '../../ui/field-spec';
import { transactionAddress } from '../transaction-address';
import type { GridColumn, GridRecord } from './grid-record';
import { rowFields, rowValues } from './row-fields';

type Reader = Pick<Awaited<ReturnType<typeof signedInPrincipal>>, 'principal' | 't' | 'format' | 'locale'>;

/** The rows of the grid, and the columns of all of them: the purpose, then the codes of their schemes. */
export function gridOf(
  views: readonly AllocatingView[],
  reader: Reader,
  list: string
): { columns: GridColumn[]; records: GridRecord[] } {
  const columns = new Map<string, GridColumn>();
  const records = views.map((seen) => {
    const fields = rowFields(reader.principal.role, reader.t, seen);
    for (const field of fields) if (!columns.has(field.name)) columns.set(field.name, columnOf(field));
    return recordOf(seen, fields, reader, list);
  });
  return { columns: [...columns.values()], records };
}

function columnOf({ name, label, kind, options, source, sourceWith, maxLength }: FieldSpec): GridColumn {
  const codeId = source && new URL(source, 'http://localhost').searchParams.get('of');
  return {
    name,
    label,
    kind: kind === 'combobox' ? 'list' : kind === 'select' ? 'choice' : 'text',
    ...(options && { options }),
    ...(codeId && { codeId }),
    ...(sourceWith?.parent && { parent: sourceWith.parent }),
    ...(maxLength && { maxLength })
  };
}

function recordOf(seen: AllocatingView, fields: FieldSpec[], { t, format, locale }: Reader, list: string): GridRecord {
  const { transaction, allocations } = seen;
  const isDivided = allocations.length > 1;
  const values = rowValues(seen, fields, locale);
  return {
    id: transaction.id,
    version: transaction.version,
    href: transactionAddress(transaction.id, { list }),
    name: transaction.merchantName ?? t(`transaction.type.${transaction.type}`),
    detail: [format.date(transaction.transactionDate), transaction.accountName].join(' · '),
    amount: format.money(transaction.billedAmount, transaction.billedCurrency),
    values: Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? ''])),
    editable: isDivided ? [] : fields.filter(({ kind }) => kind !== 'read-only').map(({ name }) => name),
    closed: isDivided ? t('coding.divided', { count: allocations.length }) : null
  };
}
