'use server';

import { notFound } from 'next/navigation';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { type Result, refused } from '@/lib/core/entry/refusal';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { type AttachedTo, attachableEntity } from '@/lib/kit/attachments/attachable';
import { removeAttachment } from '@/lib/kit/attachments/remove-attachment';
import { formId, sentForm, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { refusalState } from '../ui/parse-form';
import { type AttachmentsState, fileField, shownAttachments } from './shown';

// Neither action has the page rendered again: what is typed into the record's own form stays.

/** Attaches a file to the record that the form names. */
export async function add(_: AttachmentsState, form: FormData): Promise<AttachmentsState> {
  const reader = await signedInPrincipal();
  const to = recordOf(form);
  const file = sentForm(form).get('file');
  // Without a choice, browsers send an empty file.
  const added =
    file instanceof File && file.size > 0
      ? await addAttachment(ATTACHABLES, reader.principal, to, file, reader.origin)
      : refused({ code: 'required.field', field: 'file' });
  return after(to, form, added, ({ name }) => reader.t('attachment.added', { name }));
}

/** Removes an attachment of the record that the form names. */
export async function remove(_: FormState, form: FormData): Promise<AttachmentsState> {
  const { principal, origin, t } = await signedInPrincipal();
  const to = recordOf(form);
  const removed = await removeAttachment(ATTACHABLES, principal, to, formId(form), origin);
  return after(to, form, removed, (name) => t('attachment.removed', { name }));
}

function recordOf(form: FormData): AttachedTo {
  const entity = attachableEntity.safeParse(textOf(form, 'entity'));
  return entity.success ? { entity: entity.data, id: formId(form, 'record') } : notFound();
}

/** The record's files after a command, with its outcome. */
async function after<Value>(
  to: AttachedTo,
  form: FormData,
  result: Result<Value>,
  told: (value: Value) => string
): Promise<AttachmentsState> {
  const reader = await signedInPrincipal();
  const shown = (await shownAttachments(reader, to)) ?? notFound();
  if (result.ok) return { faults: [], values: {}, files: shown.files, told: told(result.value) };
  return { ...refusalState(reader, [fileField(reader.t)], result.refusal, form), files: shown.files };
}
