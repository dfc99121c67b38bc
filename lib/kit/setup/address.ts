import { z } from 'zod';
import type { Address } from './place';

const schema = z.object({
  issuer: z.guid(),
  company: z.guid().optional(),
  parent: z.guid().optional(),
  above: z.guid().optional()
});

/** Whose records the parameters of a page's address ask for; null when they don't say. */
export function readAddress(parameters: Readonly<Record<string, unknown>>): Address | null {
  const parsed = schema.safeParse(parameters);
  if (!parsed.success) return null;
  const { issuer, company, parent, above } = parsed.data;
  return {
    issuerId: issuer,
    ...(company && { companyId: company }),
    ...(parent && { parentId: parent }),
    ...(above && { aboveId: above })
  };
}
