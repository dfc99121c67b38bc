import { may } from '@/lib/access/policy/principal';
import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import { type UserEventEntry, userHistory } from '@/lib/directory/people/user-history';
import { wordOf } from '@/lib/kit/audit/words';
import type { Section } from './section';

/** The fields whose changes are shown, with their labels. */
const FIELDS = {
  firstName: 'user.first.name',
  lastName: 'user.last.name',
  email: 'user.email',
  phone: 'user.phone',
  locale: 'user.language',
  userId: 'user.id.label'
} satisfies Record<string, TextKey>;

/** The history of a user, newest first. */
export async function History({ page: { t, principal, format }, user }: Section) {
  if (!may(principal, 'audit', 'view')) return null;
  const events = await userHistory(principal, user);
  return (
    <section className="panel" aria-labelledby="history-heading">
      <h2 id="history-heading">{t('user.history')}</h2>
      {events.length === 0 && <p className="muted">{t('user.history.none')}</p>}
      <ol className="history">
        {events.map((event) => (
          <li key={event.sequence}>
            <span>{wordOf(t, 'action', event.action)}</span>
            <span className="muted">
              {[format.dateTime(event.occurredAt), event.byOutside ? t('user.outside') : event.by]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Changes event={event} t={t} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Changes({ event: { action, details }, t }: { event: UserEventEntry; t: Translate }) {
  const changed = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter(
    (field) => `after.${field}` in details && `before.${field}` in details
  );
  if (action === 'user.created' || changed.length === 0) return null;
  return (
    <ul>
      {changed.map((field) => (
        <li key={field}>
          {t('user.history.change', {
            field: t(FIELDS[field]),
            before: String(details[`before.${field}`] ?? '–'),
            after: String(details[`after.${field}`] ?? '–')
          })}
        </li>
      ))}
    </ul>
  );
}
