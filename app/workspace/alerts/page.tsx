import './alerts.css';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ownAlerts } from '@/lib/money/alerts/alerts';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { Table } from '../ui/table';
import { workspacePage } from '../workspace-page';
import { AlertBadge } from './alert-badge';
import { alertSentence, placeWords } from './words';

export const generateMetadata = titled('alert.title');

/** The reader's own spending alerts: what each says, whether it watches, and when it fired last (C2.027). */
export default workspacePage(async function AlertsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const reader = await signedInFor('alerts', 'view', 'alerts');
  const { principal, t, format } = reader;
  const alerts = await ownAlerts(principal);
  const add = (
    <Link className="button primary" href="/workspace/alerts/new">
      {t('alert.new')}
    </Link>
  );
  return (
    <>
      <PageHead title={t('alert.title')} detail={t('alert.intro')} actions={alerts.length > 0 && add} />
      <DoneNotice query={await searchParams} texts={{ deleted: t('audit.action.spending_alert.deleted') }} />
      {alerts.length === 0 ? (
        <Empty title={t('alert.none')}>
          <p>{t('alert.none.advice')}</p>
          {add}
        </Empty>
      ) : (
        <section className="panel">
          <Table
            label={t('alert.title')}
            named
            columns={[
              { label: t('report.name') },
              { label: t('alert.place') },
              { label: t('alert.fired.count'), figure: true },
              { label: t('alert.fired.last') },
              { label: t('report.schedule.state') }
            ]}
            rows={alerts.map((alert) => {
              const place = placeWords({ name: alert.placeName, lastFour: alert.lastFour });
              return {
                key: alert.id,
                cells: [
                  <>
                    <Link href={`/workspace/alerts/${alert.id}`}>{alert.name}</Link>
                    <span className="support alert-sentence">{alertSentence(reader, alert, place)}</span>
                  </>,
                  place,
                  format.number(alert.firings),
                  alert.lastFiredAt ? format.dateTime(alert.lastFiredAt) : '–',
                  <AlertBadge key="state" alert={alert} />
                ]
              };
            })}
          />
        </section>
      )}
    </>
  );
});
