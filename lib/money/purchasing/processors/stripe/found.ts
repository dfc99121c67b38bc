import { z } from 'zod';
import { askStripe, type Said, type StripeAccount } from './ask';

/** How far the clocks of both may differ. */
export const HOUR_SECONDS = 3_600;
const MOST_PAGES = 50;

interface Made {
  id: string;
  metadata: Record<string, string>;
}

/** Finds what an earlier command made since an instant, by what it was given as metadata; null: there is none. */
export async function foundByMetadata<One extends Made>(
  account: StripeAccount,
  { path, schema }: { path: string; schema: z.ZodType<One> },
  since: Date,
  metadata: Record<string, string>
): Promise<{ is: 'found'; one: One | null } | Exclude<Said, { is: 'done' }>> {
  const pageSchema = z.object({ data: z.array(schema), has_more: z.boolean() });
  const isIt = (one: One) => Object.entries(metadata).every(([name, value]) => one.metadata[name] === value);
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const said = await askStripe(account, {
      path,
      params: {
        created: { gte: Math.floor(since.getTime() / 1_000) - HOUR_SECONDS },
        limit: 100,
        ...(after !== undefined && { starting_after: after })
      }
    });
    if (said.is !== 'done') return said;
    const read = pageSchema.safeParse(said.document);
    if (!read.success) return { is: 'unknown' };
    const one = read.data.data.find(isIt);
    if (one || !read.data.has_more) return { is: 'found', one: one ?? null };
    after = read.data.data.at(-1)?.id;
  }
  return { is: 'unknown' };
}
