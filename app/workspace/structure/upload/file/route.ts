import { megabytesBelow, startUpload } from '@/lib/directory/structure/start-upload';
import { formIdOrNobody } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { refusalState } from '../../../ui/parse-form';
import { uploadRoute } from '../../../upload-route';
import { uploadFields } from '../upload-fields';

/** Accepts a file that changes the structure, and leads to its check. */
export const POST = uploadRoute(async (form) => {
  const reader = await signedInFor('structure_upload', 'view', 'structure.upload');
  const { principal, t, origin } = reader;
  const nodeId = formIdOrNobody(form, 'nodeId');
  const file = form.get('file');
  const started =
    file instanceof File && file.name !== ''
      ? await startUpload(principal, nodeId, file, origin)
      : ({ ok: false, refusal: { code: 'required.field', field: 'file' } } as const);
  if (started.ok) return { href: `/workspace/structure/upload/${started.value}` };
  const fields = uploadFields(t, await megabytesBelow(principal, nodeId));
  return { state: refusalState(reader, fields, started.refusal, form) };
});
