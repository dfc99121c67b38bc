import { contract, on } from '@/lib/core/http/contract';
import { takeAnswer } from '../../answers';

/** The address to which an OpenID provider returns the browser with a code (OpenID Connect Core section 3.1.2.5). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    handle: ({ request, url, params }) =>
      takeAnswer(request, { brandName: params.brand ?? '', kind: 'oidc', answer: url.searchParams })
  })
});
