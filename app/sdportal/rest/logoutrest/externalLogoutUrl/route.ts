import { text } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { pageRequest } from '../../../page-request';

/** The brand's federated logout address as text, empty when it has none (P7.027, PD.6). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({ handle: async ({ request }) => text((await pageRequest(request)).brand.fssoLogoutUrl) })
});
