import { z } from 'zod';
import { brandImage } from '@/lib/brand/brands/images';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_WHILE = 'public, max-age=900';

const KINDS = { logos: 'logo', footers: 'footer', pictures: 'picture' } as const;

/**
 * Serves brand logos under `logos/`, footer logos under `footers/` and sign-in pictures under `pictures/` (P7.028). A
 * 404 tells a client to try the next format.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getImage',
      tag: 'Brand',
      summary: 'A logo of a brand, or of its footer, or the picture beside its sign-in',
      description: 'Named by abbreviation or name. Ask for jpg, png, then gif with HEAD: 404 means to try the next.',
      rules: ['P7.028'],
      answers: {
        200: {
          description: 'The image.',
          type: ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml'],
          cache: [FOR_EVER, FOR_A_WHILE],
          headers: { ETag: 'The version of the image.' }
        }
      },
      refusals: { 404: 'The brand has no such image in this format.' },
      example: { parameters: { file: 'tessera.png' } },
      addresses: { 'logos/{file}': 'getLogo', 'footers/{file}': 'getFooterLogo', 'pictures/{file}': 'getPicture' }
    },

    query: z.object({ v: z.string().optional().meta({ description: 'A version: then it may be kept for ever.' }) }),
    params: z.object({ path: z.string() }),
    async handle({ request, query, params }) {
      const [, folder, file] = /^(?:logos\/)?(logos|footers|pictures)\/([^/]+)$/.exec(params.path) ?? [];
      const image = file ? await brandImage(KINDS[folder as keyof typeof KINDS], file) : null;
      if (!image) return errors(404, [{ code: 'not.found' }], request);
      const current = query.v === image.version;
      return new Response(image.bytes, {
        headers: {
          'content-type': image.mediaType,
          'content-length': String(image.bytes.byteLength),
          'cache-control': current ? FOR_EVER : FOR_A_WHILE,
          etag: `"${image.version}"`,
          // An image opened directly is a document, so its policy forbids everything.
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        }
      });
    }
  })
});
