import { acceptUpload } from '@/lib/core/files/uploads';
import { offeredSetups } from '@/lib/money/batches/batches';
import { BATCH_FILES, startBatch } from '@/lib/money/batches/start-batch';
import { formIdOrNobody } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { refusalState } from '../../../ui/parse-form';
import { uploadRoute } from '../../../upload-route';
import { batchFields } from '../fields';
import { BATCHES } from '../shown';

/** Accepts a file of purchase requests, and leads to its check (C5.064). */
export const POST = uploadRoute(async (form) => {
  const reader = await signedInFor('purchase_requests', 'modify', 'purchasing');
  const { principal, t, origin } = reader;
  const file = form.get('file');
  const upload =
    file instanceof File && file.name !== ''
      ? await acceptUpload(file, BATCH_FILES, principal, origin)
      : ({ ok: false, refusal: { code: 'required.field', field: 'file' } } as const);
  const started = upload.ok ? await startBatch(principal, formIdOrNobody(form, 'setup'), upload.value, origin) : upload;
  if (started.ok) return { href: `${BATCHES}/${started.value}` };
  return { state: refusalState(reader, batchFields(t, await offeredSetups(principal)), started.refusal, form) };
});
