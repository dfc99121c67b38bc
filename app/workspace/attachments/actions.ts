'use server';

import { notFound } from 'next/navigation';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { removeAttachment } from '@/lib/kit/attachments/remove-attachment';
import { formId, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { afterCommand } from './after-command';
import { attachedTo } from './attached-to';
import type { AttachmentsState } from './shown';

/**
 * Removes an attachment of the record that the form names. The page isn't rendered again: what is typed into the
 * record's own form stays.
 */
export async function remove(_: FormState, form: FormData): Promise<AttachmentsState> {
  const reader = await signedInPrincipal();
  const to = attachedTo(textOf(form, 'entity'), textOf(form, 'record')) ?? notFound();
  const removed = await removeAttachment(ATTACHABLES, reader.principal, to, formId(form), reader.origin);
  return afterCommand(reader, to, form, removed, (name) => reader.t('attachment.removed', { name }));
}
