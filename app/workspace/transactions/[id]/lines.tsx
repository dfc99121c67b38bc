import type { Translate } from '@/lib/core/texts';
import { type TransactionLine, totalOf } from '@/lib/transactions/lines';
import type { CardTransaction } from '@/lib/transactions/transactions';
import { Confirm } from '../../ui/confirm';
import type { Formats } from '../../ui/formats';
import { RecordForm } from '../../ui/record-form';
import { add, remove } from '../line-actions';
import { lineFields } from '../line-fields';

interface Props {
  transaction: CardTransaction;
  lines: readonly TransactionLine[];
  canEdit: boolean;
  t: Translate;
  format: Formats;
}

/** The goods and services of a transaction: quantity, unit cost, tax, and what of its amount they don't explain. */
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
        <section className="lines" aria-label={t('lines.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('lines.description')}</th>
                <th scope="col" className="figure">
                  {t('lines.quantity')}
                </th>
                <th scope="col" className="figure">
                  {t('lines.unit.cost')}
                </th>
                <th scope="col" className="figure">
                  {t('lines.amount')}
                </th>
                <th scope="col" className="figure">
                  {t('lines.tax')}
                </th>
                {canEdit && (
                  <th scope="col">
                    <span className="visually-hidden">{t('lines.actions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.position}>
                  <th scope="row">{[line.description, line.productCode].filter(Boolean).join(' · ')}</th>
                  <td className="figure">
                    {[format.number(Number(line.quantity)), line.unitOfMeasure].filter(Boolean).join(' ')}
                  </td>
                  <td className="figure">{format.money(line.unitCost, currency)}</td>
                  <td className="figure">{format.money(line.amount, currency)}</td>
                  <td className="figure">{line.taxAmount && format.money(line.taxAmount, currency)}</td>
                  {canEdit && (
                    <td>
                      <Confirm
                        label={t('lines.remove')}
                        question={t('lines.remove.question', { description: line.description })}
                        confirmLabel={t('lines.remove')}
                        action={remove}
                        hidden={{ id, version, position: line.position }}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('lines.unexplained')}</th>
                <td colSpan={2} />
                <td className="figure">{format.money(total.neg().add(amount), currency)}</td>
                <td colSpan={canEdit ? 2 : 1} />
              </tr>
            </tfoot>
          </table>
        </section>
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
