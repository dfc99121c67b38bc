import { BodyRefused } from './body';

/** The fields and files of a posted form, never more than `limit` bytes in memory. @throws BodyRefused */
export async function readMultipart(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) throw new BodyRefused(415, { code: 'body.media.type' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyRefused(413, { code: 'body.too.large', params: { limit } });
    chunks.push(chunk);
  }
  try {
    return await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new BodyRefused(400, { code: 'body.malformed' });
  }
}
