'use server';

import { notFound } from 'next/navigation';
import { z } from 'zod';
import { may } from '@/lib/access/policy/principal';
import { assignPlaces, MOST_CHANGES, type PlaceChange } from '@/lib/kit/setup/assign-places';
import { ENTITIES } from '@/lib/kit/setup/entities';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { fieldKey } from '@/lib/kit/setup/texts';
import { signedInPrincipal } from '../signed-in';
import { isAddress } from './address';

/** A fault of a save: the place that has it; null if it is the save's. */
export interface PlaceFault {
  place: string | null;
  message: string;
}

const given = z
  .array(z.object({ id: z.guid(), assigned: z.boolean(), instead: z.guid().nullable() }))
  .max(2 * MOST_CHANGES);

/** Assigns a record at places and takes it away from others, or tells the faults and does neither. */
export async function savePlaces(
  name: string,
  address: RecordListAddress,
  changes: PlaceChange[]
): Promise<PlaceFault[]> {
  const { principal, origin, t } = await signedInPrincipal();
  const entity = ENTITIES.get(name);
  const read = given.safeParse(changes);
  if (!entity || !may(principal, entity.area, 'view') || !isAddress(address) || !read.success) notFound();
  const saved = await assignPlaces(principal, entity, address, read.data, origin);
  if (saved.ok) return [];
  return saved.refusals.map(({ code, field, params, row }) => ({
    place: field ? (read.data[row]?.id ?? null) : null,
    message: t(code, { field: t(fieldKey(entity, 'node')), ...params })
  }));
}
