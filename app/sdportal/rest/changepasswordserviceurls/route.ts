import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { brandQuery } from '../../brand-query';
import { PROFILE, portalLink } from '../../portal-link';

/** The addresses after a change of password and after its cancellation (P7.005, P3.014). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getPasswordAddresses',
      tag: 'Password',
      summary: 'Where a change of password goes on, and where it is left for',
      rules: ['P7.005', 'P3.014'],
      answers: {
        200: {
          description: 'The addresses, on this host.',
          schema: z.strictObject({
            changePassword: z.string(),
            autoLogout: z.string(),
            cancelPasswordReset: z.string()
          })
        }
      }
    },

    query: brandQuery,
    async handle({ request }) {
      const link = portalLink(await audienceOf(request));
      return json({
        changePassword: '/services/authentication-service/public/changePassword',
        autoLogout: link('logout-component'),
        cancelPasswordReset: PROFILE
      });
    }
  })
});
