import type { Translate } from '@/lib/core/language/texts';
import type { AdvanceShare, CashAdvance } from '@/lib/money/expenses/advances/advances';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { ActionForm } from '../ui/action-form';
import { formTextsOf } from '../ui/form-texts';
import type { Formats } from '../ui/formats';
import { setAgainst, takeOffShare } from './actions';

interface Props {
  report: ExpenseReport;
  /** The advances that the report is set against. */
  shares: readonly AdvanceShare[];
  /** Those that it can be set against; none for readers who don't work on it. */
  offered: readonly CashAdvance[];
  isEditable: boolean;
  t: Translate;
  format: Formats;
}

/** The cash advances of a report: what of each it is set against, what is left of it, and those that it can be set against. */
export function ReportAdvances({ report: { id, currency }, shares, offered, isEditable, t, format }: Props) {
  if (shares.length + offered.length === 0) return null;
  const texts = formTextsOf(t);
  return (
    <section className="panel" aria-labelledby="advances-heading">
      <h2 id="advances-heading">{t('listing.cash-advances')}</h2>
      {isEditable && <p className="muted">{t('advance.hint')}</p>}
      <ul className="report-advances">
        {shares.map(({ id: advanceId, purpose, paidOn, amount, open }) => (
          <li key={advanceId}>
            <strong>{purpose}</strong>
            <span className="muted">{format.date(paidOn)}</span>
            <span>
              {t('advance.share', { amount: format.money(amount, currency), open: format.money(open, currency) })}
            </span>
            {isEditable && (
              <ActionForm action={takeOffShare} texts={texts} hidden={{ id, advanceId }}>
                <button type="submit">
                  {t('advance.take.off')}
                  <span className="visually-hidden"> {purpose}</span>
                </button>
              </ActionForm>
            )}
          </li>
        ))}
        {offered.map(({ id: advanceId, purpose, paidOn, open }) => (
          <li key={advanceId}>
            <strong>{purpose}</strong>
            <span className="muted">{format.date(paidOn)}</span>
            <span>{t('advance.left', { open: format.money(open, currency) })}</span>
            <ActionForm action={setAgainst} texts={texts} hidden={{ id, advanceId }}>
              <button type="submit">
                {t('advance.set')}
                <span className="visually-hidden"> {purpose}</span>
              </button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
