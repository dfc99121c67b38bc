import './schedules.css';
import { LISTS } from '@/lib/composition/process/lists';
import { languageTag } from '@/lib/core/language/locales';
import { newId } from '@/lib/core/secrets/ids';
import { now } from '@/lib/core/server/clock';
import type { PersonChoice } from '@/lib/directory/people/find-people';
import { splitPeriod } from '@/lib/kit/reports/period';
import { ownFiscalStart } from '@/lib/kit/reports/period-days';
import { ownCycles } from '@/lib/kit/reports/schedules/cycles';
import { feedSources } from '@/lib/kit/reports/schedules/feed-sources';
import { ownHolidays } from '@/lib/kit/reports/schedules/holidays';
import { mailRulesOf } from '@/lib/kit/reports/schedules/mail-rules';
import type { ScheduleEntry } from '@/lib/kit/reports/schedules/schema';
import { timingOf } from '@/lib/kit/reports/schedules/timing';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { formTextsOf } from '../../ui/form-texts';
import { Fresh } from '../../ui/fresh';
import { periodWords } from '../period-words';
import { scheduleFields } from './fields';
import { ScheduleLeaf } from './schedule-leaf';
import { shownDates } from './shown-dates';

interface Props {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  values: ScheduleEntry;
  recipients: readonly PersonChoice[];
  /** The name of the place that it has. */
  place?: string | null;
  hidden: Record<string, string>;
  version?: number;
  cancelHref: string;
}

/** The editor of a schedule on one page, with the next five dates while it is filled in (C2.083, C3.083). */
export async function ScheduleForm({ action, values, recipients, place = null, hidden, version, cancelHref }: Props) {
  const reader = await signedInPrincipal();
  const { principal, t, locale } = reader;
  const [cycles, fiscalStart, holidays, feeds, periods, mail] = await Promise.all([
    ownCycles(principal),
    ownFiscalStart(principal),
    ownHolidays(principal),
    feedSources(LISTS, principal),
    periodWords(reader),
    mailRulesOf(principal.issuerId)
  ]);
  const tag = languageTag(locale);
  const cycle = cycles.find(({ id }) => id === values.cycleId)?.cycle ?? null;
  const timing = timingOf(values, { cycle, fiscalStart }, holidays);
  const { weekdays, addresses, ...others } = values;
  return (
    <Fresh rendered={newId()}>
      <ScheduleLeaf
        action={action}
        fields={scheduleFields(
          { t, locale },
          {
            cycles,
            hasFiscalYear: fiscalStart !== null,
            periods: periods.choices,
            feeds,
            recipients,
            place,
            isProtected: values.isProtected,
            mail
          }
        )}
        values={{
          ...others,
          weekdays: weekdays.map(String),
          addresses: addresses.join(', '),
          ...splitPeriod(values.period ?? '')
        }}
        texts={formTextsOf(t)}
        submitLabel={t('report.schedule.save')}
        hidden={hidden}
        {...(version !== undefined && { version })}
        cancelHref={cancelHref}
        dates={{
          initial: timing ? shownDates(timing, now(), tag) : [],
          cycles: Object.fromEntries(cycles.map(({ id, cycle }) => [id, cycle])),
          fiscalStart,
          holidays: [...holidays],
          tag,
          after: now().toISOString(),
          texts: {
            title: t('report.schedule.next'),
            next: t('report.schedule.next.at'),
            none: t('report.schedule.next.none'),
            afterBookings: t('report.schedule.next.bookings')
          }
        }}
      />
    </Fresh>
  );
}
