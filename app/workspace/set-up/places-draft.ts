import type { PlaceChange } from '@/lib/kit/setup/assign-places';
import type { AssignedPlace } from '@/lib/kit/setup/assigned-places';

/** A place of the tree, in the reader's language. */
export interface ShownPlace
  extends Pick<AssignedPlace, 'id' | 'parentId' | 'path' | 'name' | 'opens' | 'isAssigned' | 'other' | 'above'> {
  /** Kind and number. */
  detail: string;
  /** The places around it, if it was found. */
  around: string;
}

/** A change that isn't saved yet, with what other lines say of its place. */
export type DraftChange = PlaceChange & Pick<ShownPlace, 'path' | 'name'>;

/** The changes that are not saved yet, by place. */
export type PlacesDraft = ReadonlyMap<string, DraftChange>;

/** The draft after the tick of a place was changed; what is as it was stored needs no change. */
export function toggled(draft: PlacesDraft, { id, path, name, isAssigned, other }: ShownPlace): PlacesDraft {
  const next = new Map(draft);
  const assigned = !(draft.get(id)?.assigned ?? isAssigned);
  if (assigned === isAssigned) next.delete(id);
  else next.set(id, { id, path, name, assigned, instead: other?.id ?? null });
  return next;
}

/** A place as it is once the draft is saved. */
export function withDraft(place: ShownPlace, draft: PlacesDraft): ShownPlace {
  const own = draft.get(place.id);
  const added = [...draft.values()]
    .filter(({ assigned, path }) => assigned && path !== place.path && place.path.startsWith(path))
    .map(({ id, path, name }) => ({ id, path, place: name, by: null }));
  // A change takes the place of what was assigned there.
  const stored = place.above.filter(({ id, by }) => !draft.has(id) || (by !== null && !draft.get(id)?.assigned));
  return {
    ...place,
    isAssigned: own?.assigned ?? place.isAssigned,
    other: own?.assigned ? null : place.other,
    above: [...added, ...stored].sort((one, other) => other.path.length - one.path.length)
  };
}

/** The tick of a place: its own, or that of the nearest place above it, unless another record is assigned in between. */
export function tickOf({ isAssigned, other, above: [nearest] }: ShownPlace): 'on' | 'off' | 'inherited' {
  if (isAssigned) return 'on';
  return !other && nearest?.by === null ? 'inherited' : 'off';
}
