import { audienceOf } from '@/lib/brand/brands/audience';
import { text } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { brandQuery } from '../../../brand-query';

/** The brand's federated logout address as text, empty when it has none (P7.027, PD.6). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getExternalLogoutAddress',
      tag: 'Brand',
      summary: 'The federated logout address of the brand',
      rules: ['P7.027'],
      answers: { 200: { description: 'The address, empty when there is none.', type: ['text/plain'] } }
    },
    query: brandQuery,
    handle: async ({ request }) => text((await audienceOf(request)).brand.fssoLogoutUrl)
  })
});
