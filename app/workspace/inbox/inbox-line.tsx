import Bell from 'lucide-react/icons/bell';
import Mail from 'lucide-react/icons/mail';
import type { Translate } from '@/lib/core/language/texts';
import type { InboxEntry, InboxKind, InboxView } from '@/lib/kit/inbox/inbox';
import { ActionForm } from '../ui/action-form';
import { Badge } from '../ui/badge';
import type { Formats } from '../ui/formats';
import type { FailureTexts } from '../ui/guarded-action';
import { Link } from '../ui/link';
import { archive } from './actions';
import { entryAddress, headingOf, senderOf } from './shown';

interface Props {
  entry: InboxEntry;
  view: InboxView;
  /** The kind that the page shows alone. */
  only: InboxKind | undefined;
  t: Translate;
  format: Formats;
  texts: FailureTexts;
}

/** An entry of the inbox: what it is about, from whom and when, and the button that puts it away. */
export function InboxLine({ entry, view, only, t, format, texts }: Props) {
  const { id, at, isWaiting, isArchived, isExpired, toConfirm, kind } = entry;
  const heading = headingOf(t, entry);
  const Icon = kind === null ? Mail : Bell;
  const action = t(isArchived ? 'inbox.restore' : 'inbox.archive');
  return (
    <li className={isWaiting ? 'inbox-waiting' : undefined}>
      <Icon size={16} aria-hidden="true" />
      {isWaiting && <span className="inbox-dot" aria-hidden="true" />}
      <div>
        <h2>
          {isExpired ? heading : <Link href={entryAddress(entry)}>{heading}</Link>}
          {toConfirm && <Badge tone="warning">{t('inbox.to.confirm')}</Badge>}
          {isWaiting && !toConfirm && <span className="visually-hidden">{t('inbox.unread')}</span>}
        </h2>
        <p className="support muted">
          {[senderOf(t, entry), format.dateTime(at), isExpired && t('inbox.expired')].filter(Boolean).join(' · ')}
        </p>
      </div>
      {!toConfirm && (
        <ActionForm
          action={archive}
          texts={texts}
          hidden={{ id, view, kind: only ?? '', archived: String(!isArchived) }}
        >
          <button type="submit" className="quiet" aria-label={`${action}: ${heading}`}>
            {action}
          </button>
        </ActionForm>
      )}
    </li>
  );
}
