import { z } from 'zod';
import { brandNameOrAbbreviation, findBrand } from '@/lib/brand/brands/resolve';
import { errors, text } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';

/** The abbreviation of a brand, as text (P7.018). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getBrandAbbreviation',
      tag: 'Brand',
      summary: 'The abbreviation of a brand',
      description: 'Logos are named by it.',
      rules: ['P7.018'],
      answers: { 200: { description: 'The abbreviation.', type: ['text/plain'] } },
      refusals: { 404: 'No brand has this name or abbreviation.' },
      example: { parameters: { cobrandAbbr: 'tessera' } }
    },

    query: z.object({ cobrandAbbr: brandNameOrAbbreviation }),
    async handle({ request, query }) {
      const brand = await findBrand(query.cobrandAbbr);
      return brand ? text(brand.abbreviation) : errors(404, [{ code: 'not.found' }], request);
    }
  })
});
