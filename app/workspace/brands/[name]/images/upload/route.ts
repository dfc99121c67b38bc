import { IMAGE_KINDS } from '@/lib/brand/brands/schema';
import { changeImages, type ImageChange, MAX_IMAGE_BYTES, UPLOADED_TYPES } from '@/lib/brand/studio/upload-image';
import { BodyRefused } from '@/lib/core/http/body';
import { seeOther } from '@/lib/core/http/see-other';
import { studioForm } from '../../../studio-form';

/** A limit that lets six slightly too large images arrive and be refused with a message. */
const MAX_BODY_BYTES = 12 * MAX_IMAGE_BYTES;

/** The fields and files of a form, never more than the limit in memory. @throws BodyRefused */
async function readUpload(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) throw new BodyRefused(415, { code: 'body.media.type' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES)
      throw new BodyRefused(413, { code: 'body.too.large', params: { limit: MAX_BODY_BYTES } });
    chunks.push(chunk);
  }
  try {
    return await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new BodyRefused(400, { code: 'body.malformed' });
  }
}

/** Adds images to the draft or removes them. */
export const POST = studioForm(readUpload, async (by, form, { name = '' }) => {
  const changes: ImageChange[] = [];
  for (const kind of IMAGE_KINDS) {
    for (const mediaType of UPLOADED_TYPES[kind]) {
      const file = form.get(`images/${kind}/${mediaType}`);
      const removed = form.get(`remove/${kind}/${mediaType}`) === 'on';
      if (file instanceof File && file.size > 0) {
        changes.push({ kind, mediaType, bytes: new Uint8Array(await file.arrayBuffer()) });
      } else if (removed) changes.push({ kind, mediaType, bytes: null });
    }
  }
  const saved = await changeImages(by, { name, basis: String(form.get('basis')) }, changes);
  const path = `/workspace/brands/${encodeURIComponent(name)}`;
  if (saved.ok) return seeOther(`${path}/images?done=saved`);
  if (saved.refusal.code === 'file.virus.found') return seeOther('/workspace/virus-detected');
  if (saved.refusal.code === 'brand.conflict.title') return seeOther(`${path}/conflict`);
  return seeOther(`${path}/images?problem=${saved.refusal.code}`);
});
