import type { Principal } from '@/lib/access/policy/principal';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { commentSchema } from '@/lib/kit/comments/add-comment';
import type { CommentedOn } from '@/lib/kit/comments/commentable';
import { commentsOf } from '@/lib/kit/comments/comments';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import type { Formats } from '../ui/formats';

interface Reader {
  principal: Principal;
  locale: Locale;
  t: Translate;
  format: Formats;
}

/** A comment as the panel shows it, in the reader's language. */
export interface ShownComment {
  id: string;
  by: string;
  at: string;
  /** Null once it is removed. */
  text: string | null;
  /** "to Ada Holm and Ben Lind"; empty if nobody is mentioned. */
  to: string;
  mayRemove: boolean;
}

/** What the panel of a record shows: its comments, and the outcome of what was done last. */
export interface CommentsState extends FormState {
  comments: ShownComment[];
  told?: string;
}

/** The comments on a record as the panel shows them; null if the reader doesn't see it. */
export async function shownComments(
  { principal, locale, t, format }: Reader,
  on: CommentedOn
): Promise<{ comments: ShownComment[]; mayAdd: boolean } | null> {
  const found = await commentsOf(COMMENTABLES, principal, on);
  if (!found) return null;
  const names = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' });
  const mayAdd = found.fault === null;
  const comments = found.comments.map(({ id, text, by, writtenAt, isOwn, mentioned }) => ({
    id,
    by: by ?? t('user.outside'),
    at: format.dateTime(writtenAt),
    text,
    to: mentioned.length > 0 ? t('comment.to', { names: names.format(mentioned) }) : '',
    mayRemove: mayAdd && isOwn && text !== null
  }));
  return { comments, mayAdd };
}

/** The fields of the form that adds a comment. */
export const commentFields = (t: Translate, { entity, id }: CommentedOn) =>
  constrained(commentSchema, [
    { name: 'text', label: t('comment.text'), hint: t('comment.text.hint'), kind: 'textarea', rows: 3 },
    {
      name: 'mention',
      label: t('comment.mention'),
      kind: 'people',
      hint: t('comment.mention.hint'),
      source: `/workspace/comments/people/${entity}/${id}`
    }
  ]) as [text: FieldSpec, mention: FieldSpec];
