import type { Translate } from '@/lib/core/language/texts';
import type { InboxEntry } from '@/lib/kit/inbox/inbox';

/** What an entry of an inbox is about: a message's subject, or a notice's sentence. */
export function headingOf(t: Translate, { subject, kind, params }: InboxEntry): string {
  if (kind === null) return subject ?? '';
  const values = Object.entries(params ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? t(value.key) : value
  ]);
  return t(`inbox.notice.${kind}`, Object.fromEntries(values));
}

/** Who sent a message, with the role that it was sent in. */
export const senderOf = (t: Translate, { senderName, senderRole }: Pick<InboxEntry, 'senderName' | 'senderRole'>) =>
  [senderName, senderRole && t(`role.${senderRole}`)].filter(Boolean).join(' · ');

/** The page of an entry: a message, or the page that a notice leads to. */
export const entryAddress = ({ id, kind }: Pick<InboxEntry, 'id' | 'kind'>) =>
  kind === null ? `/workspace/inbox/${id}` : `/workspace/inbox/notices/${id}`;
