import { z } from 'zod';
import { findBrand } from '@/lib/brand/brands/resolve';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { samlMetadata } from '@/lib/sign-in/federation/saml';
import { callbackOf } from '@/lib/sign-in/federation/sign-in';
import { takeAnswer } from '../../answers';
import { brandHost } from '../../brand-host';

const LIMIT = 131_072;
const schema = z.object({
  SAMLResponse: z.string('required').min(1, 'required'),
  RelayState: z.string().max(80).default('')
});

/**
 * SAML: the brand's metadata, whose address is our entity id, and the endpoint to which its provider posts responses.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    async handle({ request, params }) {
      const brand = await findBrand(params.brand ?? '');
      if (!brand) return errors(404, [{ code: 'not.found' }], request);
      const { host } = brandHost(brand, request.headers);
      return new Response(samlMetadata(callbackOf(host, 'saml', brand.name)), {
        headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8', 'cache-control': 'no-store' }
      });
    }
  }),
  // The only post accepted from another site: it has no anti-forgery value, but the response is signed for a request
  // that this browser began.
  POST: on({
    body: { kind: 'form', schema, limit: LIMIT },
    handle: ({ request, params, body }) =>
      takeAnswer(request, { brandName: params.brand ?? '', kind: 'saml', answer: new URLSearchParams(body) })
  })
});
