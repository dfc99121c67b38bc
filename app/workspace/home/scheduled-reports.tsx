import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { nextSchedules } from '@/lib/kit/reports/schedules/schedule';
import { scheduledName } from '../reports/schedules/scheduled-name';
import { signedIn } from '../signed-in';
import { Link } from '../ui/link';

const NEXT = 5;

/** The user's reports that run next (C2.055). */
export async function ScheduledReports() {
  const { principal, t, format } = await signedIn();
  const schedules = await nextSchedules(principal, NEXT);
  if (schedules.length === 0) return null;
  return (
    <section className="panel home-recent" aria-labelledby="scheduled-reports">
      <h2 id="scheduled-reports">{t('report.schedules')}</h2>
      <ul>
        {schedules.map((schedule) => (
          <li key={schedule.id}>
            <Link href={`/workspace/reports/schedules/${schedule.id}`}>
              {scheduledName(t, STANDARD_REPORTS, schedule)}
            </Link>
            <span className="hint">{schedule.nextAt && format.dateTime(schedule.nextAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
