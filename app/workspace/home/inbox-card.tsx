import { waitingInInbox } from '@/lib/kit/inbox/inbox';
import { entryAddress, headingOf, senderOf } from '../inbox/shown';
import { signedIn } from '../signed-in';
import { Badge } from '../ui/badge';
import { Link } from '../ui/link';

const SHOWN = 5;

/** What waits in the user's inbox, what must be confirmed first (C2.005). */
export async function InboxCard() {
  const { principal, t, format } = await signedIn();
  const entries = await waitingInInbox(principal, SHOWN);
  return (
    <section className="panel home-inbox" aria-labelledby="home-inbox">
      <div className="home-head">
        <h2 id="home-inbox">{t('inbox.title')}</h2>
        <Link href="/workspace/inbox">{t('inbox.open')}</Link>
      </div>
      {entries.length === 0 ? (
        <p className="hint">{t('inbox.none.unread')}</p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Link href={entryAddress(entry)}>{headingOf(t, entry)}</Link>
              {entry.toConfirm && <Badge tone="warning">{t('inbox.to.confirm')}</Badge>}
              <span className="hint">
                {[senderOf(t, entry), format.dateTime(entry.at)].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
