import { notFound } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import type { AttachedTo } from '@/lib/kit/attachments/attachable';
import type { signedInPrincipal } from '../signed-in';
import { refusalState } from '../ui/parse-form';
import { type AttachmentsState, fileField, shownAttachments } from './shown';

/** The record's files after a command of `reader`, with its outcome. */
export async function afterCommand<Value>(
  reader: Awaited<ReturnType<typeof signedInPrincipal>>,
  to: AttachedTo,
  form: FormData,
  result: Result<Value>,
  told: (value: Value) => string
): Promise<AttachmentsState> {
  const shown = (await shownAttachments(reader, to)) ?? notFound();
  if (result.ok) return { faults: [], values: {}, files: shown.files, told: told(result.value) };
  return { ...refusalState(reader, [fileField(reader.t)], result.refusal, form), files: shown.files };
}
