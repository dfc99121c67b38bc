import { notFound } from 'next/navigation';
import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { isId } from '@/lib/core/secrets/ids';
import { type StructureNode, seenNode } from '@/lib/directory/structure/nodes';
import { type Step, stepsTo } from '@/lib/directory/structure/tree';

/** The node of a page with its ancestors; not found if the reader may not see it. */
export async function nodeOfPage(principal: Principal, id: string): Promise<{ node: StructureNode; steps: Step[] }> {
  const node = isId(id) ? await seenNode(principal, id) : null;
  if (!node) notFound();
  return { node, steps: await stepsTo(principal, node) };
}

/**
 * The breadcrumb of a node: links within the reader's part of the structure, plain names above it (CD.20). It begins with
 * the accounts if the reader may not open the structure, such as a cardholder.
 */
export function trailOf(
  t: Translate,
  principal: Principal,
  steps: Step[],
  self?: StructureNode
): { href: string | null; label: string }[] {
  return [
    may(principal, 'structure', 'view')
      ? { href: '/workspace/structure', label: t('structure.title') }
      : { href: '/workspace/structure/accounts', label: t('structure.accounts') },
    ...steps.map(({ id, name1 }) => ({ href: id && `/workspace/structure/${id}`, label: name1 })),
    ...(self ? [{ href: `/workspace/structure/${self.id}`, label: self.name1 }] : [])
  ];
}

/** The two names of a node as one. */
export const nameOf = ({ name1, name2 }: Pick<StructureNode, 'name1' | 'name2'>) =>
  name2 ? `${name1} ${name2}` : name1;
