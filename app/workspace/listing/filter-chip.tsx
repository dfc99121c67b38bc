'use client';

import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { lazy } from 'react';
import { PopOver } from '../ui/pop-over';
import type { FilterSpec } from './filter-spec';
import { useListingPlace } from './listing-place';

export interface FilterTexts {
  apply: string;
  remove: string;
  from: string;
  to: string;
  /** The choice of how a filter compares. */
  compare: string;
  /** The hint at several values. */
  lines: string;
}

const loadEntry = () => import('./filter-entry');
const loadDayEntry = () => Promise.all([loadEntry(), import('../ui/date-picker')]);
const FilterEntry = lazy(loadEntry);

interface Props {
  filter: FilterSpec;
  texts: FilterTexts;
  /** Whether its pop-over is open at first: it was just added. */
  added?: boolean;
  onClose?: () => void;
}

/** A filter in the toolbar: its name and value, a pop-over that changes it, and a button that removes it. */
export function FilterChip({ filter, texts, added = false, onClose }: Props) {
  const { go } = useListingPlace();
  const { name, label, shown, fault } = filter;
  const without = { [name]: null, [`${name}.from`]: null, [`${name}.to`]: null, [`${name}.is`]: null };
  return (
    <div className={`chip${shown === null ? '' : ' chip-set'}${fault ? ' chip-fault' : ''}`}>
      {filter.kind === 'fixed' ? (
        <span className="chip-open">{`${label}: ${shown}`}</span>
      ) : (
        <PopOver
          label={label}
          text={
            <>
              {shown === null ? label : `${label}: ${shown}`}
              {shown === null && <ChevronDown aria-hidden="true" size={14} />}
            </>
          }
          className="chip-open"
          load={filter.kind === 'days' ? loadDayEntry : loadEntry}
          openAtFirst={added}
          {...(onClose && { onClose })}
        >
          {({ close }) => (
            <FilterEntry
              filter={filter}
              texts={texts}
              onChange={(changes) => {
                close();
                go({ ...without, ...changes });
              }}
            />
          )}
        </PopOver>
      )}
      {shown !== null && (
        <button
          type="button"
          className="chip-remove"
          aria-label={texts.remove.replace('{name}', label)}
          onClick={() => {
            onClose?.();
            go(without);
          }}
        >
          <X aria-hidden="true" size={14} />
        </button>
      )}
    </div>
  );
}
