'use client';

import { unstable_rethrow } from 'next/navigation';
import { useState, useTransition } from 'react';
import type { PlaceChange } from '@/lib/kit/setup/assign-places';
import type { FormTexts } from '../ui/form-texts';
import { toast } from '../ui/toasts';
import type { PlaceFault } from './places-actions';
import { type PlacesDraft, toggled, withDraft } from './places-draft';
import type { usePlaces } from './use-places';

/** The changes that are not saved yet, and how the last save went. */
export function usePlacesDraft(
  { places, setPlaces }: ReturnType<typeof usePlaces>,
  action: (changes: PlaceChange[]) => Promise<PlaceFault[]>,
  { saved, form }: { saved: string; form: FormTexts }
) {
  const [draft, setDraft] = useState<PlacesDraft>(new Map());
  const [faults, setFaults] = useState<PlaceFault[]>([]);
  const [isSaving, start] = useTransition();

  function toggle(ids: readonly string[]) {
    if (isSaving) return;
    setFaults(faults.filter(({ place }) => place !== null && !ids.includes(place)));
    setDraft(
      ids.reduce((changed, id) => {
        const place = places.get(id);
        return place ? toggled(changed, place) : changed;
      }, draft)
    );
  }

  function save() {
    if (isSaving || draft.size === 0) return;
    start(async () => {
      try {
        const changes = [...draft.values()].map(({ id, assigned, instead }) => ({ id, assigned, instead }));
        const refused = await action(changes);
        setFaults(refused);
        if (refused.length > 0) return;
        setPlaces((known) => new Map([...known].map(([id, place]) => [id, withDraft(place, draft)])));
        setDraft(new Map());
        toast(saved);
      } catch (error) {
        unstable_rethrow(error);
        // `fetch` throws this if there is no response; a failing server does respond.
        setFaults([{ place: null, message: error instanceof TypeError ? form.serverDown : form.failed }]);
      }
    });
  }

  return { draft, faults, isSaving, toggle, save };
}
