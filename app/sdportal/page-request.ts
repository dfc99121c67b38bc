import { z } from 'zod';
import { audienceOf } from '@/lib/brands/audience';

export { queryOf } from '@/lib/brands/audience';

/** The query of a call whose brand `cobrandHost` may name: any text is taken, unknown ones fall to the host's (P1.008). */
export const brandQuery = z.object({
  cobrandHost: z.string().optional().meta({ description: 'A brand by name; otherwise the host name decides.' })
});

/** The brand and language a request gets, with the directory the brand came from. */
export const pageRequest = audienceOf;
