import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { isTheirs, type WaitingWork as Work, waitingWork } from '@/lib/kit/listing/home-tasks';
import { countText } from '../counted';
import { currentIn } from '../frame/entries';
import { ScreenIcon } from '../frame/screen-icon';
import { SCREENS } from '../navigation';
import { signedIn } from '../signed-in';
import { Link } from '../ui/link';

/** The user's open tasks, most urgent first, with one button each (C2.005), then what the user waits for (C2.053D). */
export async function WaitingWork() {
  const { principal, program, t } = await signedIn();
  if (!HOME_TASKS.some((task) => isTheirs(principal, program, task))) return null;
  const work = await waitingWork(principal, program, HOME_TASKS);
  return (
    <section className="panel home-work" aria-labelledby="waiting-work">
      <h2 id="waiting-work" className="visually-hidden">
        {t('home.waiting')}
      </h2>
      {work.every(({ ofOthers }) => ofOthers) && (
        <div className="home-caught-up">
          <p className="home-task-title">{t('home.waiting.none')}</p>
          <p className="hint">{t('home.waiting.none.advice')}</p>
        </div>
      )}
      {work.length > 0 && (
        <ul className="home-tasks">
          {work.map((task, index) => (
            <Task key={task.name} task={task} isFirst={index === 0 && !task.ofOthers} />
          ))}
        </ul>
      )}
    </section>
  );
}

async function Task({ task: { name, count, sums, href }, isFirst }: { task: Work; isFirst: boolean }) {
  const { t, format } = await signedIn();
  const screen = currentIn(SCREENS, href.split('?')[0] ?? href);
  const icon = SCREENS.find((one) => one.href === screen)?.icon ?? 'transactions';
  return (
    <li className={`home-task home-task-${icon}`}>
      <span className="home-task-icon">
        <ScreenIcon name={icon} />
      </span>
      <div>
        <p id={`waiting-${name}`} className="home-task-title">
          {countText(count, { t, format })} {t(`home.task.${name}`, { count })}
        </p>
        {sums && sums.length > 0 && (
          <p className="hint">{sums.map(({ amount, currency }) => format.money(amount, currency)).join(' · ')}</p>
        )}
      </div>
      <Link href={href} className={isFirst ? 'button primary' : 'button'} aria-describedby={`waiting-${name}`}>
        {t(`home.do.${name}`)}
      </Link>
    </li>
  );
}
