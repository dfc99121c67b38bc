import { headers } from 'next/headers';
import { leftSignal } from '@/lib/core/http/requests';
import { DRY_RUN_DAYS, type DryResult, type DryRun, dryRun } from '@/lib/money/expense-policies/dry-run';
import { findingTexts } from '@/lib/money/expense-policies/finding-texts';
import { kindLabel, propertyLabel } from '@/lib/money/expense-policies/rule-words';
import type { signedInPrincipal } from '../signed-in';
import { Link } from '../ui/link';
import { LevelBadge } from './level-badge';

type Reader = Pick<Awaited<ReturnType<typeof signedInPrincipal>>, 'principal' | 't' | 'format'>;

interface Props {
  reader: Reader;
  seen: { issuerId: string; id: string };
}

/** What the version would have said about the company's transactions of the last 90 days. */
export async function DryRunPanel({ reader, seen }: Props) {
  const run = await unlessLeft((left) => dryRun(reader.principal, seen, left));
  if (!run) return null;
  const { t } = reader;
  return (
    <section className="panel policy-dry" aria-labelledby="dry-run">
      <h2 id="dry-run">{t('expense.dry.title')}</h2>
      <p className="support">{aboutOf(t, run)}</p>
      <ul>
        {run.results.map((result) => (
          <li key={`${result.kind} ${result.level} ${result.type}`}>
            <Result reader={reader} result={result} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Does work until the page is left: then there is nobody to show anything. */
async function unlessLeft<T>(work: (left: AbortSignal) => Promise<T>): Promise<T | null> {
  const left = leftSignal((await headers()).get('x-request-id') ?? '');
  try {
    return await work(left);
  } catch (error) {
    if (left.aborted) return null;
    throw error;
  }
}

function aboutOf(t: Reader['t'], { count, found, isCut }: DryRun): string {
  const about = t('expense.dry.about', { count, found, days: DRY_RUN_DAYS });
  return isCut ? `${about} ${t('expense.dry.cut')}` : about;
}

/** One rule at one level: how many transactions, and the newest of them. */
function Result({ reader: { t, format }, result }: { reader: Reader; result: DryResult }) {
  const { kind, level, type, count, listed } = result;
  return (
    <details>
      <summary>
        <span>
          {kindLabel(t, kind)}
          {type && ` · ${type}`}
        </span>
        <LevelBadge level={level} t={t} />
        <strong className="figure">{format.number(count)}</strong>
      </summary>
      <ol>
        {listed.map(({ transaction, finding }) => {
          const { says, clears } = findingTexts(finding, { ...format, property: (name) => propertyLabel(t, name) });
          return (
            <li key={transaction.id}>
              <Link href={`/workspace/transactions/${transaction.id}`}>
                {transaction.merchant ?? format.date(transaction.date)}
              </Link>{' '}
              <span className="figure">{format.money(transaction.amount, transaction.currency)}</span>
              <span className="support">
                {t(says.code, says.params)} {t(clears.code, clears.params)}
              </span>
            </li>
          );
        })}
      </ol>
      {count > listed.length && <p className="support">{t('expense.dry.more', { count: count - listed.length })}</p>}
    </details>
  );
}
