import { findBrand } from '@/lib/brands/resolve';
import { errors, text } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';

/** The abbreviation of a brand, as text (P7.018). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    async handle({ request, url }) {
      const brand = await findBrand(url.searchParams.get('cobrandAbbr') ?? '');
      return brand ? text(brand.abbreviation) : errors(404, [{ code: 'not.found' }], request.headers);
    }
  })
});
