import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { isTheirs, waitingWork } from '@/lib/kit/listing/home-tasks';
import { countText } from './counted';
import { signedIn } from './signed-in';

/** The user's open tasks, most urgent first, with one button each (C2.005). */
export async function WaitingWork() {
  const { principal, program, t, format } = await signedIn();
  if (!HOME_TASKS.some((task) => isTheirs(principal, program, task))) return null;
  const work = await waitingWork(principal, program, HOME_TASKS);
  return (
    <section className="panel" aria-labelledby="waiting-work">
      <h2 id="waiting-work">{t('home.waiting')}</h2>
      {work.length === 0 ? (
        <p className="hint">{t('home.waiting.none')}</p>
      ) : (
        <ul className="waiting-work">
          {work.map(({ name, count, sums, href }) => (
            <li key={name}>
              <p id={`waiting-${name}`}>
                <strong>{countText(count, { t, format })}</strong> {t(`home.task.${name}`, { count })}
              </p>
              {sums && (
                <p className="hint">{sums.map(({ amount, currency }) => format.money(amount, currency)).join(' · ')}</p>
              )}
              <a className="button" href={href} aria-describedby={`waiting-${name}`}>
                {t(`home.do.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
