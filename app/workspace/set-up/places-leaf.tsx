'use client';

import { useState } from 'react';
import type { PlaceChange } from '@/lib/kit/setup/assign-places';
import { type CheckNode, CheckTree } from '../ui/check-tree';
import type { FormTexts } from '../ui/form-texts';
import { LeaveGuard } from '../ui/leave-guard';
import type { PlaceFault } from './places-actions';
import { type ShownPlace, tickOf, withDraft } from './places-draft';
import { PlacesFilter } from './places-filter';
import type { ShownPlaces } from './shown-places';
import { openAtFirst, usePlaces } from './use-places';
import { usePlacesDraft } from './use-places-draft';

interface Props {
  first: ShownPlaces;
  /** The address that answers for more places. */
  source: string;
  action: (changes: PlaceChange[]) => Promise<PlaceFault[]>;
  isReadOnly: boolean;
  texts: PlacesTexts;
}

/** `{name}` is another record's name, `{place}` a place's, `{count}` a number. */
interface PlacesTexts extends Record<'label' | 'search' | 'onlyAssigned' | 'more' | 'save' | 'saved', string> {
  inherited: string;
  other: string;
  otherAbove: string;
  replaces: string;
  changes: string;
  form: FormTexts;
}

/** The client component of `Places`: the tree, what narrows it, and the bar that saves all changes at once. */
export function PlacesLeaf({ first, source, action, isReadOnly, texts }: Props) {
  const loaded = usePlaces(first, source, texts.form.loadFailed);
  const { places, branches, found } = loaded;
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => openAtFirst(first.places));
  const { draft, faults, isSaving, toggle, save } = usePlacesDraft(loaded, action, texts);

  function open(ids: ReadonlySet<string>) {
    setOpened(ids);
    for (const id of ids) if (!branches.has(id)) void loaded.open(id);
  }

  const nodeOf = (id: string): CheckNode[] => {
    const stored = places.get(id);
    if (!stored) return [];
    const branch = found ? undefined : branches.get(id);
    const place = withDraft(stored, draft);
    return [
      {
        id,
        label: place.name,
        detail: [place.detail, found && place.around].filter(Boolean).join(' · '),
        state: tickOf(place),
        note: noteOf(place, draft.has(id) ? stored : null, texts),
        fault: faults.find((fault) => fault.place === id)?.message,
        opens: place.opens && !found,
        inside: branch?.ids.flatMap(nodeOf) ?? [],
        more: branch?.next ? texts.more : undefined
      }
    ];
  };

  const top = found ?? branches.get('');
  return (
    <>
      <PlacesFilter find={loaded.find} texts={texts} />
      <p className="hint" role="status">
        {loaded.failure || found?.told}
      </p>
      {faults.length > 0 && (
        <div className="message message-problem" role="alert">
          {faults.map(({ place, message }) => (
            <p key={message + place}>{place ? `${places.get(place)?.name}: ${message}` : message}</p>
          ))}
        </div>
      )}
      {top && top.ids.length > 0 && (
        <CheckTree
          label={texts.label}
          nodes={top.ids.flatMap(nodeOf)}
          more={top.next ? texts.more : undefined}
          open={found ? NONE : opened}
          onOpen={open}
          onToggle={toggle}
          onMore={(id) => void loaded.open(id)}
          isReadOnly={isReadOnly}
        />
      )}
      {!isReadOnly && (
        <div className="form-actions form-actions-sticky">
          <button
            type="button"
            className="primary"
            aria-disabled={isSaving || draft.size === 0 || undefined}
            onClick={save}
          >
            {isSaving ? texts.form.sending : texts.save}
          </button>
          <p className="hint" role="status">
            {texts.changes.replace('{count}', String(draft.size))}
          </p>
        </div>
      )}
      <LeaveGuard active={draft.size > 0 && !isSaving} texts={texts.form} />
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Why a place has its tick or none; `changed` is the place as it is stored, if its tick is changed. */
function noteOf(place: ShownPlace, changed: ShownPlace | null, texts: PlacesTexts): string | undefined {
  const { isAssigned, other, above } = place;
  if (isAssigned) return changed?.other ? said(texts.replaces, changed.other.name) : undefined;
  if (other) return said(texts.other, other.name);
  const [nearest] = above;
  if (!nearest) return undefined;
  if (nearest.by === null) return said(texts.inherited, '', nearest.place);
  return said(texts.otherAbove, nearest.by, nearest.place);
}

/** A text with its names; they can contain what `replace` takes for a pattern. */
const said = (text: string, name: string, place = '') =>
  text.replace('{place}', () => place).replace('{name}', () => name);
