import type { Translate } from '@/lib/core/language/texts';
import type { InboxEntry } from '@/lib/kit/inbox/inbox';
import { noticeSentence } from '@/lib/kit/notices/sentence';

/** What an entry of an inbox is about: a message's subject, or a notice's sentence. */
export function headingOf(t: Translate, { subject, kind, params }: InboxEntry): string {
  if (kind === null) return subject ?? '';
  return noticeSentence(t, { kind, params: params ?? {} });
}

/** Who sent a message, with the role that it was sent in. */
export const senderOf = (t: Translate, { senderName, senderRole }: Pick<InboxEntry, 'senderName' | 'senderRole'>) =>
  [senderName, senderRole && t(`role.${senderRole}`)].filter(Boolean).join(' · ');

/** The page of an entry: a message, or the page that a notice leads to. */
export const entryAddress = ({ id, kind }: Pick<InboxEntry, 'id' | 'kind'>) =>
  kind === null ? `/workspace/inbox/${id}` : `/workspace/inbox/notices/${id}`;
