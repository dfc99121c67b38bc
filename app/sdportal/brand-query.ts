import { z } from 'zod';

/** The query of a call whose brand `cobrandHost` may name: any text is taken, unknown ones fall to the host's (P1.008). */
export const brandQuery = z.object({
  cobrandHost: z.string().optional().meta({ description: 'A brand by name; otherwise the host name decides.' })
});
