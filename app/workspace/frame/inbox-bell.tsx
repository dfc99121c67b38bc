'use client';

import Bell from 'lucide-react/icons/bell';
import { Link } from '../ui/link';
import { CountBadge, describeCount, useCounts } from './counts';

const INBOX = '/workspace/inbox';

/** The link to the inbox with the number of what waits there; `{count}` stands in `waiting`. */
export function InboxBell({ label, waiting }: { label: string; waiting: string }) {
  const { waiting: counts } = useCounts();
  const count = counts[INBOX];
  return (
    <Link
      href={INBOX}
      className="button quiet icon-button inbox-bell"
      aria-label={label}
      aria-description={describeCount(count, waiting)}
    >
      <Bell size={18} strokeWidth={1.75} aria-hidden="true" />
      <CountBadge count={count} />
    </Link>
  );
}
