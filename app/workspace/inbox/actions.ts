'use server';

import { archiveEntry } from '@/lib/kit/inbox/archive-entry';
import { changeMessage, deleteMessage } from '@/lib/kit/inbox/change-message';
import { confirmMessage } from '@/lib/kit/inbox/confirm-message';
import { INBOX_KINDS, INBOX_VIEWS } from '@/lib/kit/inbox/inbox';
import { messageSchema } from '@/lib/kit/inbox/schema';
import { sendMessage } from '@/lib/kit/inbox/send-message';
import { formId, textOf } from '../addresses';
import { finish } from '../people/finish';
import { signedInFor, signedInWith } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm } from '../ui/parse-form';
import { messageFields } from './message-fields';

const PAGE = '/workspace/inbox';

/** Puts an entry of the reader's inbox into the archive, or back. */
export async function archive(_state: FormState, form: FormData): Promise<FormState> {
  const { principal } = await signedInWith('inbox');
  const isArchived = textOf(form, 'archived') === 'true';
  const view = INBOX_VIEWS.find((one) => one === textOf(form, 'view')) ?? 'all';
  const kind = INBOX_KINDS.find((one) => one === textOf(form, 'kind'));
  const id = formId(form);
  return finish(
    () => archiveEntry(principal, id, isArchived),
    () => `${PAGE}?${new URLSearchParams({ view, ...(kind && { kind }), done: isArchived ? 'archived' : 'restored' })}`,
    { form }
  );
}

/** Confirms that the reader has read a message. */
export async function confirm(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInWith('inbox');
  const id = formId(form);
  return finish(
    () => confirmMessage(principal, id, origin),
    () => `${PAGE}/${id}?done=confirmed`,
    { form }
  );
}

/** Sends a message. */
export async function send(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('messages', 'modify');
  const fields = messageFields(reader.t);
  const entry = parseForm(reader, fields, messageSchema, form);
  if (!entry.ok) return entry.state;
  return finish(
    () => sendMessage(principal, entry.value, origin),
    (id) => `${PAGE}/sent/${id}?done=sent`,
    { form, fields }
  );
}

/** Changes a message. */
export async function change(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('messages', 'modify');
  const fields = messageFields(reader.t);
  const id = formId(form);
  const entry = parseForm(reader, fields, messageSchema, form);
  if (!entry.ok) return entry.state;
  return finish(
    () => changeMessage(principal, id, entry.value, origin),
    () => `${PAGE}/sent/${id}?done=changed`,
    { form, fields }
  );
}

/** Deletes a message. */
export async function remove(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInFor('messages', 'modify');
  const id = formId(form);
  return finish(
    () => deleteMessage(principal, id, origin),
    () => `${PAGE}/sent?done=deleted`,
    { form }
  );
}
