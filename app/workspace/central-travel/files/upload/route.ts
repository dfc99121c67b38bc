import { acceptUpload } from '@/lib/core/files/uploads';
import { offeredTemplates } from '@/lib/money/central-travel/templates';
import { uploadBookings } from '@/lib/money/central-travel/upload-bookings';
import { formIdOrNobody } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { refusalState } from '../../../ui/parse-form';
import { uploadRoute } from '../../../upload-route';
import { FILES } from '../../shown';
import { bookingFields } from '../fields';

/** Imports a file of bookings, and leads to its result (C3.037D). */
export const POST = uploadRoute(async (form) => {
  const reader = await signedInFor('central_travel', 'modify', 'central.travel');
  const { principal, t, origin } = reader;
  const file = form.get('file');
  const upload =
    file instanceof File && file.name !== ''
      ? await acceptUpload(file, ['xlsx', 'csv'], principal, origin)
      : ({ ok: false, refusal: { code: 'required.field', field: 'file' } } as const);
  const templateId = formIdOrNobody(form, 'template');
  const read = upload.ok ? await uploadBookings(principal, { templateId, file: upload.value }, origin) : upload;
  if (read.ok) return { href: `${FILES}/${read.value}` };
  return { state: refusalState(reader, bookingFields(t, await offeredTemplates(principal)), read.refusal, form) };
});
