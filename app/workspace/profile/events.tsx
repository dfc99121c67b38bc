import { dotted } from '@/lib/core/language/text-key';
import type { OwnEvent } from '@/lib/sign-in/account/own-events';
import type { PageContext } from '../../sdportal/page-context';

interface Props {
  page: PageContext;
  events: OwnEvent[];
  time: (at: Date) => string;
}

/** The security events of the user's sign-in, newest first. */
export function Events({ page: { t }, events, time }: Props) {
  return (
    <section className="panel" aria-labelledby="events-heading">
      <h2 id="events-heading">{t('profile.events')}</h2>
      {events.length === 0 && <p className="muted">{t('profile.events.none')}</p>}
      <ol className="events">
        {events.map(({ id, action, occurredAt, address }) => (
          <li key={id}>
            <span>{t(`event.${dotted(action)}`)}</span>
            <time className="muted" dateTime={occurredAt.toISOString()}>
              {time(occurredAt)}
            </time>
            {address && <span className="muted">{t('profile.event.address', { address })}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
