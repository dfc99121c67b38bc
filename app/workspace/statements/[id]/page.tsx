import { notFound } from 'next/navigation';
import { lackedFeatures } from '@/lib/access/policy/features';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { kindKey, MOST_PDF_LINES, statementFacts } from '@/lib/money/payments/statements/download-statement';
import { figuresOf, firstLines, linesOf, MOST_LINES, type StatementLine } from '@/lib/money/payments/statements/lines';
import { paymentsOf, seenStatement } from '@/lib/money/payments/statements/statements';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Facts } from '../../ui/facts';
import type { Formats } from '../../ui/formats';
import { Link } from '../../ui/link';
import { PageHead } from '../../ui/page-head';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';

export const generateMetadata = titled('statement.one');

/** A statement: what was owed before its cycle, each line that changed it, what is owed since, and when it is due. */
export default workspacePage(async function StatementPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, format } = await signedInFor('payments', 'modify', 'bill.pay');
  const statement = await seenStatement(principal, idOf((await params).id));
  if (!statement) notFound();
  const { id, accountId, accountName, closedOn, currency } = statement;
  const query = await linesOf(statement);
  const [figures, lines, paid] = await Promise.all([
    figuresOf(statement, query),
    firstLines(query, MOST_LINES),
    paymentsOf(principal, statement)
  ]);
  const { owed, made } = statementFacts(statement, figures, { t, format });
  const href = `/workspace/statements/${id}`;
  return (
    <>
      <PageHead
        title={accountName}
        trail={[{ href: '/workspace/statements', label: t('listing.statements') }]}
        detail={`${t('statement.closed.on')} ${format.date(closedOn)}`}
        actions={
          <>
            {!lackedFeatures(principal).includes('exports') && (
              <>
                {figures.count <= MOST_PDF_LINES && (
                  <a className="button" href={`${href}/pdf`} download>
                    {t('evidence.pdf')}
                  </a>
                )}
                <a className="button" href={`${href}/csv`} download>
                  {t('payable.download')}
                </a>
              </>
            )}
            <Link className="button primary" href={`/workspace/payments/new?account=${accountId}`}>
              {t('payment.make')}
            </Link>
          </>
        }
      />
      <section className="panel" aria-labelledby="figures-heading">
        <h2 id="figures-heading" className="visually-hidden">
          {t('statement.closing')}: {format.money(statement.closing, currency)}
        </h2>
        <div className="facts-main">
          <Facts facts={owed} />
        </div>
        <Facts facts={made} />
        <p className="support muted">{t('statement.note')}</p>
      </section>
      <section className="panel" aria-labelledby="lines-heading">
        <h2 id="lines-heading">{t('statement.lines')}</h2>
        {lines.length === 0 ? (
          <p className="muted">{t('statement.lines.none')}</p>
        ) : (
          <Lines
            lines={lines}
            currency={currency}
            opens={may(principal, 'transactions', 'view')}
            t={t}
            format={format}
          />
        )}
        {figures.count > MOST_LINES && <p className="muted">{t('statement.lines.more', { count: MOST_LINES })}</p>}
        {lines.some((line) => line.id === null) && <p className="support muted">{t('statement.other.note')}</p>}
      </section>
      {paid.length > 0 && (
        <section className="panel" aria-labelledby="paid-heading">
          <h2 id="paid-heading">{t('payment.title')}</h2>
          <ul>
            {paid.map((payment) => (
              <li key={payment.id}>
                <Link href={`/workspace/payments/${payment.id}`}>{payment.reference}</Link> ·{' '}
                {format.money(payment.amount, currency)} · {format.date(payment.payOn)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
});

interface LinesProps {
  lines: readonly StatementLine[];
  currency: string;
  /** Whether the reader may open their transactions. */
  opens: boolean;
  t: Translate;
  format: Formats;
}

/** Lines of a statement: what each adds to what is owed. */
function Lines({ lines, currency, opens, t, format }: LinesProps) {
  const foreign = ({ original, originalCurrency }: StatementLine) =>
    original && originalCurrency && originalCurrency !== currency ? format.money(original, originalCurrency) : null;
  const hasForeign = lines.some((line) => foreign(line) !== null);
  return (
    <Table
      columns={[
        { label: t('transaction.posting.date') },
        { label: t('transaction.merchant') },
        { label: t('transaction.type') },
        ...(hasForeign ? [{ label: t('transaction.amount'), figure: true }] : []),
        { label: t('transaction.billed.amount'), figure: true }
      ]}
      rows={lines.map((line) => {
        const { id, postedOn, merchant, kind, amount } = line;
        return {
          key: id ?? kind,
          cells: [
            format.date(postedOn),
            id && opens ? (
              <Link key="transaction" href={`/workspace/transactions/${id}`}>
                {merchant ?? t(kindKey(kind))}
              </Link>
            ) : (
              (merchant ?? '–')
            ),
            t(kindKey(kind)),
            ...(hasForeign ? [foreign(line) ?? '–'] : []),
            format.money(amount, currency)
          ]
        };
      })}
    />
  );
}
