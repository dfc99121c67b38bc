import { z } from 'zod';

/**
 * The query of a call in which `cobrandHost` may name the brand; unknown names fall back to the host's brand (P1.008).
 */
export const brandQuery = z.object({
  cobrandHost: z.string().optional().meta({ description: 'A brand by name; otherwise the host name decides.' })
});
