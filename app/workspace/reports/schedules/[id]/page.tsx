import { notFound } from 'next/navigation';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { recipientsOf } from '@/lib/kit/reports/schedules/recipients';
import { maySchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { type Schedule, type ScheduleState, seenSchedule, stateOf } from '@/lib/kit/reports/schedules/schedule';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { ActionForm } from '../../../ui/action-form';
import { Badge } from '../../../ui/badge';
import { failureTexts } from '../../../ui/form-texts';
import { DoneNotice, Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordActions } from '../../../ui/record-actions';
import { workspacePage } from '../../../workspace-page';
import { pause, removeSchedule, resume, saveSchedule } from '../actions';
import { SCHEDULE_TONES } from '../last-result';
import { ScheduleForm } from '../schedule-form';
import { scheduledName } from '../scheduled-name';
import { FiringHistory } from './firing-history';

export const generateMetadata = titled('report.schedules');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A schedule: its editor with the next dates, and its last times (C3.083). */
export default workspacePage(async function SchedulePage({ params, searchParams }: Props) {
  const { principal, t } = await signedInFor('report_schedules', 'view');
  const schedule = await seenSchedule(principal, idOf((await params).id));
  if (!schedule) notFound();
  const recipients = await recipientsOf(principal, schedule.id);
  const state = stateOf(schedule);
  const { id, version, pauseCause, deletedAt: _, placeName, ...values } = schedule;
  const isOpen = maySchedule(principal) && state !== 'deleted';
  return (
    <>
      <PageHead
        title={scheduledName(t, STANDARD_REPORTS, schedule)}
        trail={[
          { href: '/workspace/reports', label: t('report.title') },
          { href: '/workspace/reports/schedules', label: t('report.schedules') }
        ]}
        detail={<Badge tone={SCHEDULE_TONES[state]}>{t(`report.schedule.state.${state}`)}</Badge>}
        actions={isOpen && <Actions schedule={schedule} state={state} t={t} />}
      />
      <DoneNotice
        query={await searchParams}
        texts={{
          saved: t('report.schedule.done.saved'),
          paused: t('audit.action.report_schedule.paused'),
          resumed: t('audit.action.report_schedule.resumed'),
          restored: t('audit.action.report_schedule.restored')
        }}
      />
      <DoneNotice query={await searchParams} texts={{ late: t('report.schedule.undo.late') }} kind="problem" />
      {pauseCause && pauseCause !== 'owner' && (
        <Notice kind="problem">{t(`report.schedule.stopped.${pauseCause}`)}</Notice>
      )}
      {isOpen && (
        <section className="panel" aria-label={t('report.schedule')}>
          <ScheduleForm
            action={saveSchedule}
            recipients={recipients}
            place={placeName}
            values={{ ...values, recipients: recipients.map(({ userId }) => userId) }}
            hidden={{ id }}
            version={version}
            cancelHref="/workspace/reports/schedules"
          />
        </section>
      )}
      <FiringHistory scheduleId={id} />
    </>
  );
});

/** What pauses or resumes it, its report, and what deletes it. */
function Actions({ schedule: { id, report }, state, t }: { schedule: Schedule; state: ScheduleState; t: Translate }) {
  return (
    <RecordActions
      lead={
        state !== 'ended' && (
          <ActionForm action={state === 'paused' ? resume : pause} texts={failureTexts(t)} hidden={{ id }}>
            <button type="submit">{t(state === 'paused' ? 'report.schedule.resume' : 'report.schedule.pause')}</button>
          </ActionForm>
        )
      }
      actions={[
        { id: 'report', label: t('job.kind.report.run'), href: `/workspace/reports/${report}` },
        {
          id: 'delete',
          label: t('report.delete'),
          confirm: {
            question: t('report.schedule.delete.question'),
            explanation: t('report.schedule.delete.explanation'),
            confirmLabel: t('report.delete'),
            action: removeSchedule,
            hidden: { id },
            danger: true
          }
        }
      ]}
    />
  );
}
