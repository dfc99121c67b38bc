import type { Entity } from './entity';
import { entities } from './generated/entities';

/** Every set-up entity, by name. */
export const ENTITIES: ReadonlyMap<string, Entity> = new Map(
  (entities as readonly unknown[] as readonly Entity[]).map((entity) => [entity.name, entity])
);

/** An entity that must be there: its name stands in another's declaration. */
export function entityNamed(name: string): Entity {
  const entity = ENTITIES.get(name);
  if (!entity) throw new Error(`there is no set-up entity ${name}`);
  return entity;
}

/** The entities whose records are parts of this one's. */
export function partsOf(entity: Entity): Entity[] {
  return [...ENTITIES.values()].filter(({ parent }) => parent?.entity === entity.name);
}
