import { brandImage } from '@/lib/brands/images';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';

/** Brand logos under `logos/`, footer logos under `footers/` (P7.028): 404 tells a client to try the next format. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    async handle({ request, url, params }) {
      const [, folder, file] = /^(?:logos\/)?(logos|footers)\/([^/]+)$/.exec(`${params.path}`) ?? [];
      const image = file ? await brandImage(folder === 'logos' ? 'logo' : 'footer', file) : null;
      if (!image) return errors(404, [{ code: 'not.found' }], request.headers);
      const current = url.searchParams.get('v') === image.version;
      return new Response(image.bytes, {
        headers: {
          'content-type': image.mediaType,
          'content-length': String(image.bytes.byteLength),
          'cache-control': current ? 'public, max-age=31536000, immutable' : 'public, max-age=900',
          etag: `"${image.version}"`,
          // An image opened by itself is a document: it may do nothing.
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        }
      });
    }
  })
});
