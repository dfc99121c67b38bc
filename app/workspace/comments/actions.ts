'use server';

import { notFound } from 'next/navigation';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { type Result, refused } from '@/lib/core/entry/refusal';
import { isId } from '@/lib/core/secrets/ids';
import { addComment, commentSchema, MOST_MENTIONS } from '@/lib/kit/comments/add-comment';
import { type CommentedOn, commentableEntity } from '@/lib/kit/comments/commentable';
import { readerNamed } from '@/lib/kit/comments/find-readers';
import { removeComment } from '@/lib/kit/comments/remove-comment';
import { formId, sentForm, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { type CommentsState, commentFields, shownComments } from './shown';

// Neither action has the page rendered again: what is typed into the record's own form stays.

/** Adds a comment to the record that the form names. */
export async function add(_: CommentsState, form: FormData): Promise<CommentsState> {
  const reader = await signedInPrincipal();
  const on = recordOf(form);
  const fields = commentFields(reader.t, on);
  const entry = parseForm(reader, fields, commentSchema, form);
  if (!entry.ok) return { ...entry.state, comments: await commentsNow(on) };
  const mentions = await mentionsIn(form, on);
  const added = mentions
    ? await addComment(COMMENTABLES, reader.principal, on, { ...entry.value, mentions }, reader.origin)
    : refused({ code: 'comment.mention.unknown', field: 'mention' });
  return after(on, form, added, reader.t('comment.added'));
}

/** Removes a comment on the record that the form names. */
export async function remove(_: FormState, form: FormData): Promise<CommentsState> {
  const { principal, origin, t } = await signedInPrincipal();
  const on = recordOf(form);
  return after(on, form, await removeComment(COMMENTABLES, principal, on, formId(form), origin), t('comment.removed'));
}

function recordOf(form: FormData): CommentedOn {
  const entity = commentableEntity.safeParse(textOf(form, 'entity'));
  return entity.success ? { entity: entity.data, id: formId(form, 'record') } : notFound();
}

/** The ids of those who were picked, and of whom the texts name that are no ids; null if one of them names nobody. */
async function mentionsIn(form: FormData, on: CommentedOn): Promise<string[] | null> {
  const { principal } = await signedInPrincipal();
  const sent = [...sentForm(form).getAll('mention'), textOf(form, 'mention.typed').trim()]
    .filter((one) => typeof one === 'string')
    .filter(Boolean);
  const ids: string[] = [];
  for (const one of sent.slice(0, MOST_MENTIONS + 1)) {
    const id = isId(one) ? one : (await readerNamed(COMMENTABLES, principal, on, one))?.id;
    if (!id) return null;
    ids.push(id);
  }
  return ids;
}

/** The record's comments after a command, with its outcome. */
async function after<Value>(
  on: CommentedOn,
  form: FormData,
  result: Result<Value>,
  told: string
): Promise<CommentsState> {
  const reader = await signedInPrincipal();
  const comments = await commentsNow(on);
  if (result.ok) return { faults: [], values: {}, comments, told };
  return { ...refusalState(reader, commentFields(reader.t, on), result.refusal, form), comments };
}

async function commentsNow(on: CommentedOn) {
  const shown = (await shownComments(await signedInPrincipal(), on)) ?? notFound();
  return shown.comments;
}
