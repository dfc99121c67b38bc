'use client';

import { useRef, useState } from 'react';
import type { ShownPlace } from './places-draft';
import type { ShownPlaces } from './shown-places';

/** The places of one branch, or of a list of found places. */
interface Branch {
  ids: readonly string[];
  next: string | null;
}

/** The branch of the topmost places. */
const TOP = '';

/** The places that are loaded, by id, and the branches whose places they are; `source` answers for more. */
export function usePlaces(first: ShownPlaces, source: string, loadFailed: string) {
  const [places, setPlaces] = useState(() => new Map(first.places.map((place) => [place.id, place])));
  const [branches, setBranches] = useState(() => branchesOf(first));
  const [found, setFound] = useState<(Branch & { told: string }) | null>(null);
  const [failure, setFailure] = useState('');
  const turn = useRef(0);

  async function ask(query: Record<string, string>): Promise<ShownPlaces | null> {
    const address = new URL(source, location.href);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const loaded = await load(address);
    setFailure(loaded ? '' : loadFailed);
    if (loaded) setPlaces((known) => new Map([...known, ...loaded.places.map((place) => [place.id, place] as const)]));
    return loaded;
  }

  /** Loads a branch when it is first opened, and what is next of an incomplete one. */
  async function open(id: string | null) {
    const branch = branches.get(id ?? TOP);
    const after: Record<string, string> = branch?.next ? { after: branch.next } : {};
    const loaded = await ask({ ...(id && { under: id }), ...after });
    if (!loaded) return;
    const ids = [...(branch?.ids ?? []), ...loaded.places.map((place) => place.id)];
    setBranches((known) => new Map(known).set(id ?? TOP, { ids, next: loaded.next }));
  }

  /** Finds places; without a query the tree is shown again. The answer to an earlier query is dropped. */
  async function find(query: Record<string, string> | null) {
    turn.current += 1;
    const own = turn.current;
    if (!query) return setFound(null);
    const loaded = await ask(query);
    if (loaded && own === turn.current)
      setFound({ ids: loaded.places.map(({ id }) => id), next: null, told: loaded.told });
  }

  return { places, setPlaces, branches, found, failure, open, find };
}

/** The branches of the first places: all of them, or that of the topmost ones alone. */
function branchesOf({ places, next }: ShownPlaces): Map<string, Branch> {
  const ids = new Set(places.map(({ id }) => id));
  const branches = new Map<string, Branch>([[TOP, { ids: [], next }]]);
  for (const { id, parentId } of places) {
    const branch = parentId && ids.has(parentId) ? parentId : TOP;
    branches.set(branch, { next: null, ...branches.get(branch), ids: [...(branches.get(branch)?.ids ?? []), id] });
  }
  return branches;
}

async function load(address: URL): Promise<ShownPlaces | null> {
  try {
    const answer = await fetch(address, { cache: 'no-store' });
    return answer.ok ? ((await answer.json()) as ShownPlaces) : null;
  } catch {
    return null;
  }
}

/** The branches to begin with: the topmost ones if they are loaded, and those around a place that is assigned. */
export function openAtFirst(places: readonly ShownPlace[]): Set<string> {
  const known = new Map(places.map((place) => [place.id, place]));
  const open = new Set<string>();
  for (const { parentId, isAssigned, other } of places) {
    const isTop = parentId !== null && known.has(parentId) && !known.has(known.get(parentId)?.parentId ?? '');
    if (!isTop && !isAssigned && !other) continue;
    for (let id = parentId; id && known.has(id); id = known.get(id)?.parentId ?? null) open.add(id);
  }
  return open;
}
