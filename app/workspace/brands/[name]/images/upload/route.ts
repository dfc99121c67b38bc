import { IMAGE_KINDS } from '@/lib/brand/brands/schema';
import { changeImages, type ImageChange, MAX_IMAGE_BYTES, UPLOADED_TYPES } from '@/lib/brand/studio/upload-image';
import { json } from '@/lib/core/http/answers';
import { readMultipart } from '@/lib/core/http/multipart';
import { refusalState } from '../../../../ui/parse-form';
import type { UploadAnswer } from '../../../../ui/upload-answer';
import { administrator } from '../../../administrator';
import { studioForm } from '../../../studio-form';
import { imageFields } from '../image-fields';

/** A limit that lets six slightly too large images arrive and be refused with a message. */
const MAX_BODY_BYTES = 12 * MAX_IMAGE_BYTES;

const readUpload = (request: Request) => readMultipart(request, MAX_BODY_BYTES);

/** Adds images to the draft or removes them. */
export const POST = studioForm(readUpload, async (by, form, { name = '' }) => {
  const changes: ImageChange[] = [];
  for (const kind of IMAGE_KINDS) {
    for (const mediaType of UPLOADED_TYPES[kind]) {
      const file = form.get(`images/${kind}/${mediaType}`);
      const removed = form.get(`remove/${kind}/${mediaType}`) === 'on';
      // Without a choice, browsers send an empty file without a name; a chosen one that is empty is no image.
      if (file instanceof File && file.name !== '') {
        changes.push({ kind, mediaType, bytes: new Uint8Array(await file.arrayBuffer()) });
      } else if (removed) changes.push({ kind, mediaType, bytes: null });
    }
  }
  const saved = await changeImages(by, { name, basis: String(form.get('basis')) }, changes);
  const path = `/workspace/brands/${encodeURIComponent(name)}`;
  const leadTo = (href: string) => json({ href } satisfies UploadAnswer);
  if (saved.ok) return leadTo(`${path}/images?done=saved`);
  if (saved.refusal.code === 'file.virus.found') return leadTo('/workspace/virus-detected');
  if (saved.refusal.code === 'brand.conflict.title') return leadTo(`${path}/conflict`);
  const { t, locale } = await administrator();
  const fields = imageFields(t).map(({ field }) => field);
  const state = refusalState({ t, locale }, fields, saved.refusal, form);
  return json({ state } satisfies UploadAnswer, { status: 422 });
});
