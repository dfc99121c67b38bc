import type { Translate } from '@/lib/core/language/texts';
import { type TransactionLine, totalOf } from '@/lib/money/transactions/lines';
import type { CardTransaction } from '@/lib/money/transactions/transactions';
import { Confirm } from '../../ui/confirm';
import type { Formats } from '../../ui/formats';
import { RecordForm } from '../../ui/record-form';
import { Table } from '../../ui/table';
import { add, remove } from '../line-actions';
import { lineFields } from '../line-fields';

interface Props {
  transaction: CardTransaction;
  lines: readonly TransactionLine[];
  canEdit: boolean;
  t: Translate;
  format: Formats;
}

/** The goods and services of a transaction: quantity, unit cost, tax, and the unexplained remainder of its amount. */
export function Lines({ transaction, lines, canEdit, t, format }: Props) {
  const { id, version, currency, amount } = transaction;
  if (lines.length === 0 && !canEdit) return null;
  const total = totalOf(lines);
  return (
    <section className="panel" aria-labelledby="lines-heading">
      <h2 id="lines-heading">{t('lines.title')}</h2>
      {lines.length === 0 ? (
        <p className="muted">{t('lines.none')}</p>
      ) : (
        <Table
          named
          columns={[
            { label: t('lines.description') },
            { label: t('lines.quantity'), figure: true },
            { label: t('lines.unit.cost'), figure: true },
            { label: t('lines.amount'), figure: true },
            { label: t('lines.tax'), figure: true },
            ...(canEdit ? [{ label: t('lines.actions'), silent: true }] : [])
          ]}
          rows={lines.map((line) => ({
            key: line.position,
            cells: [
              [line.description, line.productCode].filter(Boolean).join(' · '),
              [format.number(Number(line.quantity)), line.unitOfMeasure].filter(Boolean).join(' '),
              format.money(line.unitCost, currency),
              format.money(line.amount, currency),
              line.taxAmount && format.money(line.taxAmount, currency),
              canEdit && (
                <Confirm
                  label={t('lines.remove')}
                  question={t('lines.remove.question', { description: line.description })}
                  confirmLabel={t('lines.remove')}
                  action={remove}
                  hidden={{ id, version, position: line.position }}
                />
              )
            ]
          }))}
          foot={[t('lines.unexplained'), null, null, format.money(total.neg().add(amount), currency)]}
        />
      )}
      {canEdit && (
        <details>
          <summary>{t('lines.add')}</summary>
          <RecordForm
            id="line"
            action={add}
            fields={lineFields(t, currency)}
            values={{ quantity: '1' }}
            hidden={{ id }}
            version={version}
            submitLabel={t('lines.add')}
          />
        </details>
      )}
    </section>
  );
}
