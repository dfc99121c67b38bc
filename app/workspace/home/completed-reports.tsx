import { lastRuns } from '@/lib/kit/reports/runs';
import { signedIn } from '../signed-in';
import { Link } from '../ui/link';

const LAST = 5;

/** The user's last completed reports (C2.056). */
export async function CompletedReports() {
  const { principal, t, format } = await signedIn();
  const runs = await lastRuns(principal, LAST);
  if (runs.length === 0) return null;
  return (
    <section className="panel home-recent" aria-labelledby="completed-reports">
      <h2 id="completed-reports">{t('report.completed')}</h2>
      <ul>
        {runs.map(({ id, name, createdAt }) => (
          <li key={id}>
            <Link href={`/workspace/reports/completed/${id}`}>{name}</Link>
            <span className="hint">{format.dateTime(createdAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
