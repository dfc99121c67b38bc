'use client';

import Plus from 'lucide-react/icons/plus';
import { startTransition, useState } from 'react';
import { MenuButton } from '../ui/menu-button';
import { FilterChip, type FilterTexts } from './filter-chip';
import type { FilterSpec } from './filter-spec';

export interface AddedFilterTexts extends FilterTexts {
  /** The button that adds a filter. */
  filter: string;
}

interface Props {
  filters: readonly FilterSpec[];
  /** The number of filters shown though they are not set. */
  usual: number;
  texts: AddedFilterTexts;
}

/** The filters of a list: those that are set or usual as chips, the others behind a button. */
export function ListingFilters({ filters, usual, texts }: Props) {
  const [added, setAdded] = useState<string | null>(null);
  const isSet = ({ shown: value }: FilterSpec) => value !== null;
  const shown = [
    ...filters.filter(isSet),
    ...filters.filter((filter, at) => !isSet(filter) && (at < usual || filter.name === added))
  ];
  const others = filters.filter((filter) => !shown.includes(filter));
  return (
    <div className="toolbar-filters">
      {shown.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          texts={texts}
          added={filter.name === added}
          onClose={() => setAdded(null)}
        />
      ))}
      {others.length > 0 && (
        <MenuButton
          label={texts.filter}
          icon={<Plus aria-hidden="true" size={14} />}
          className="chip chip-add"
          entries={others.map(({ name, label }) => ({
            id: name,
            label,
            act: () => startTransition(() => setAdded(name))
          }))}
        />
      )}
    </div>
  );
}
