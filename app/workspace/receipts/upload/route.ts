import { refused } from '@/lib/core/entry/refusal';
import { addReceipt } from '@/lib/money/receipts/add-receipt';
import { receiptSchema } from '@/lib/money/receipts/schema';
import { signedInPrincipal } from '../../signed-in';
import { UNSENT } from '../../ui/form-state';
import { parseForm, refusalState } from '../../ui/parse-form';
import { uploadRoute } from '../../upload-route';
import { receiptFields } from '../shown';

/** Puts a file into the reader's box of receipts. The page reads the box once all its files are sent. */
export const POST = uploadRoute(async (form) => {
  const reader = await signedInPrincipal();
  const fields = receiptFields(reader.t);
  const entry = parseForm(reader, fields, receiptSchema, form);
  if (!entry.ok) return { state: entry.state };
  const file = form.get('file');
  // Without a choice, browsers send an empty file without a name.
  const added =
    file instanceof File && file.name !== ''
      ? await addReceipt(reader.principal, file, entry.value, reader.origin)
      : refused({ code: 'required.field', field: 'file' });
  return { state: added.ok ? UNSENT : refusalState(reader, fields, added.refusal, form) };
});
