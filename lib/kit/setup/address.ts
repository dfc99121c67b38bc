import { z } from 'zod';
import type { Entity } from './entity';
import type { RecordListAddress } from './record-list';

const schema = z.object({
  issuer: z.guid(),
  company: z.guid().optional(),
  parent: z.guid().optional(),
  above: z.guid().optional()
});

/** Whose records the parameters of a page's address ask for; null when they don't say. */
export function readAddress(parameters: Readonly<Record<string, unknown>>): RecordListAddress | null {
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

/** The address of a page of set-up. */
export function setUpPath(path: string, query: Record<string, string> = {}): `/workspace/set-up${string}` {
  const search = new URLSearchParams(query);
  return `/workspace/set-up${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** The page of a record: the engine's, or the screen that its entity names. */
export function recordPath(
  { name, page }: Pick<Entity, 'name' | 'page'>,
  { issuerId, id }: { issuerId: string; id: string },
  more: Record<string, string> = {}
): `/workspace/${string}` {
  const query = { issuer: issuerId, ...more };
  return page ? `/workspace${page}/${id}?${new URLSearchParams(query)}` : setUpPath(`/${name}/${id}`, query);
}
