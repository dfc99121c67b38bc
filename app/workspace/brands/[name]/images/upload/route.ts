import { IMAGE_KINDS } from '@/lib/brand/brands/schema';
import { changeImages, type ImageChange, MAX_IMAGE_BYTES, UPLOADED_TYPES } from '@/lib/brand/studio/upload-image';
import { refusalState } from '../../../../ui/parse-form';
import { uploadRoute } from '../../../../upload-route';
import { administrator } from '../../../administrator';
import { brandPath } from '../../../brand-path';
import { imageFields } from '../image-fields';

/** A limit that lets six slightly too large images arrive and be refused with a message. */
const MAX_BODY_BYTES = 12 * MAX_IMAGE_BYTES;

/** Adds images to the draft or removes them. */
export const POST = uploadRoute<{ name: string }>(async (form, { name }) => {
  const { by, t, locale } = await administrator();
  const saved = await changeImages(by, { name, basis: String(form.get('basis')) }, await changesIn(form));
  if (saved.ok) return { href: brandPath(name, 'images', { done: 'saved' }) };
  if (saved.refusal.code === 'file.virus.found') return { href: '/workspace/virus-detected' };
  if (saved.refusal.code === 'brand.conflict.title') return { href: brandPath(name, 'conflict') };
  const fields = imageFields(t).map(({ field }) => field);
  return { state: refusalState({ t, locale }, fields, saved.refusal, form) };
}, MAX_BODY_BYTES);

async function changesIn(form: FormData): Promise<ImageChange[]> {
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
  return changes;
}
