import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type Alert, ownAlert } from '@/lib/money/alerts/alerts';
import { toldBy } from '@/lib/money/alerts/recipients';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { ActionForm } from '../../ui/action-form';
import { failureTexts } from '../../ui/form-texts';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordActions } from '../../ui/record-actions';
import { workspacePage } from '../../workspace-page';
import { pauseAlert, removeAlert, resumeAlert, saveAlert, wakeAlert } from '../actions';
import { AlertBadge } from '../alert-badge';
import { AlertForm } from '../alert-form';
import { SnoozeForm } from '../snooze-form';
import { placeWords } from '../words';
import { Firings } from './firings';

export const generateMetadata = titled('alert.title');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** One of the reader's own alerts: its editor, and the times that it fired (C2.027, C6.026). */
export default workspacePage(async function AlertPage({ params, searchParams }: Props) {
  const { principal, t } = await signedInFor('alerts', 'view', 'alerts');
  const alert = await ownAlert(principal, idOf((await params).id));
  if (!alert) notFound();
  const { id, version, state, name } = alert;
  const isOpen = may(principal, 'alerts', 'modify');
  return (
    <>
      <PageHead
        title={name}
        trail={[{ href: '/workspace/alerts', label: t('alert.title') }]}
        detail={<AlertBadge alert={alert} />}
        actions={isOpen && <Actions alert={alert} t={t} />}
      />
      <DoneNotice
        query={await searchParams}
        texts={{
          saved: t('alert.saved'),
          pause: t('audit.action.spending_alert.paused'),
          resume: t('audit.action.spending_alert.resumed'),
          snooze: t('audit.action.spending_alert.snoozed')
        }}
      />
      <Firings alertId={id} />
      {isOpen && (
        <section className="panel" aria-label={t('audit.entity.spending_alert')}>
          <AlertForm
            action={saveAlert}
            place={placeWords({ name: alert.placeName, lastFour: alert.lastFour })}
            recipients={await toldBy(principal, id)}
            values={{ ...alert, period: alert.period ?? 'month' }}
            hidden={{ id }}
            version={version}
            cancelHref="/workspace/alerts"
          />
        </section>
      )}
      {isOpen && state === 'active' && <SnoozeForm alert={alert} />}
    </>
  );
});

/** What pauses, resumes or wakes an alert, and what deletes it. */
function Actions({ alert: { id, state, snoozedUntil }, t }: { alert: Alert; t: Translate }) {
  const isSnoozed = state === 'active' && snoozedUntil !== null;
  return (
    <RecordActions
      lead={
        <>
          {isSnoozed && (
            <ActionForm action={wakeAlert} texts={failureTexts(t)} hidden={{ id }}>
              <button type="submit">{t('alert.wake')}</button>
            </ActionForm>
          )}
          <ActionForm action={state === 'paused' ? resumeAlert : pauseAlert} texts={failureTexts(t)} hidden={{ id }}>
            <button type="submit">{t(state === 'paused' ? 'report.schedule.resume' : 'report.schedule.pause')}</button>
          </ActionForm>
        </>
      }
      actions={[
        {
          id: 'delete',
          label: t('report.delete'),
          confirm: {
            question: t('alert.delete.question'),
            explanation: t('alert.delete.explanation'),
            confirmLabel: t('report.delete'),
            action: removeAlert,
            hidden: { id },
            danger: true
          }
        }
      ]}
    />
  );
}
