import { moveNode } from '@/lib/directory/structure/move-node';
import { seenNode } from '@/lib/directory/structure/nodes';
import { ORIGIN } from '../module-world';
import { aPrincipalAt } from '../principal';
import type { ScopeWorld } from './world';

/** Moves a random node of a world to another place of its issuer, where that is allowed. */
export async function moveSomething(world: ScopeWorld): Promise<void> {
  const { random } = world;
  const movable = world.all().filter(({ kind }) => kind === 'org_point' || kind === 'account' || kind === 'company');
  const node = random.pick(movable);
  const places = world.all().filter(({ issuerId, id }) => issuerId === node.issuerId && id !== node.id);
  const parent = random.pick(places);
  const program = await aPrincipalAt(world.database, 'I', world.nodes.get(node.issuerId) as typeof node);
  const version = (await seenNode(program, node.id))?.version ?? 1;
  const moved = await moveNode(program, node.id, { parentId: parent.id, version }, ORIGIN);
  if (moved.ok) world.parents.set(node.id, parent.id);
}
