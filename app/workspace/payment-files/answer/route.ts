import { uploadAnswer } from '@/lib/money/rails/bring-answer';
import { signedInPrincipal } from '../../signed-in';
import { refusalState } from '../../ui/parse-form';
import { uploadRoute } from '../../upload-route';
import { answerFields } from '../answer-fields';

/** Reads an answer of the bank as a whole and leads back to the list, or refuses it at its field. */
export const POST = uploadRoute(async (form) => {
  const reader = await signedInPrincipal();
  const { principal, t, origin } = reader;
  const fields = answerFields(t);
  const file = form.get('file');
  if (!(file instanceof File) || file.name === '')
    return { state: refusalState(reader, fields, { code: 'required.field', field: 'file' }, form) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await uploadAnswer(principal, { name: file.name, bytes }, origin);
  if (!read.ok) return { state: refusalState(reader, fields, { ...read.refusal, field: 'file' }, form) };
  return { href: '/workspace/payment-files?done=read' };
});
