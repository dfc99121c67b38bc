import './schedules.css';
import { languageTag } from '@/lib/core/language/locales';
import { newId } from '@/lib/core/secrets/ids';
import { now } from '@/lib/core/server/clock';
import type { PersonChoice } from '@/lib/directory/people/find-people';
import { ownCycles } from '@/lib/kit/reports/schedules/cycles';
import { ownHolidays } from '@/lib/kit/reports/schedules/holidays';
import type { ScheduleEntry } from '@/lib/kit/reports/schedules/schema';
import { timingOf } from '@/lib/kit/reports/schedules/timing';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { formTextsOf } from '../../ui/form-texts';
import { Fresh } from '../../ui/fresh';
import { scheduleFields } from './fields';
import { ScheduleLeaf } from './schedule-leaf';
import { shownDates } from './shown-dates';

interface Props {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  values: ScheduleEntry;
  recipients: readonly PersonChoice[];
  hidden: Record<string, string>;
  version?: number;
  cancelHref: string;
}

/** The editor of a schedule on one page, with the next five dates while it is filled in (C2.083, C3.083). */
export async function ScheduleForm({ action, values, recipients, hidden, version, cancelHref }: Props) {
  const { principal, t, locale } = await signedInPrincipal();
  const [cycles, holidays] = await Promise.all([ownCycles(principal), ownHolidays(principal)]);
  const tag = languageTag(locale);
  const timing = timingOf(values, cycles.find(({ id }) => id === values.cycleId)?.cycle ?? null, holidays);
  const { weekdays, ...others } = values;
  return (
    <Fresh rendered={newId()}>
      <ScheduleLeaf
        action={action}
        fields={scheduleFields({ t, locale }, { cycles, recipients, isProtected: values.isProtected })}
        values={{ ...others, weekdays: weekdays.map(String), period: values.period ?? '' }}
        texts={formTextsOf(t)}
        submitLabel={t('report.schedule.save')}
        hidden={hidden}
        {...(version !== undefined && { version })}
        cancelHref={cancelHref}
        dates={{
          initial: timing ? shownDates(timing, now(), tag) : [],
          cycles: Object.fromEntries(cycles.map(({ id, cycle }) => [id, cycle])),
          holidays: [...holidays],
          ...{ tag, after: now().toISOString() },
          texts: { title: t('report.schedule.next'), none: t('report.schedule.next.none') }
        }}
      />
    </Fresh>
  );
}
