import { PageHead } from '../ui/page-head';
import type { ownLinePage } from './report-page';

type Found = Awaited<ReturnType<typeof ownLinePage>>;

/** The head of a page about one expense of a report: its merchant, amount and day. */
export function LineHead({ found: { page, report, line, trail } }: { found: Found }) {
  const { t, format } = page;
  return (
    <PageHead
      title={line.merchant ?? t('transaction.one')}
      trail={trail}
      detail={`${format.money(line.amount, report.currency)} · ${format.date(line.day)}`}
    />
  );
}
