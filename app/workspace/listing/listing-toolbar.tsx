'use client';

import Bookmark from 'lucide-react/icons/bookmark';
import Columns3 from 'lucide-react/icons/columns-3';
import Download from 'lucide-react/icons/download';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MenuButton } from '../ui/menu-button';
import { PopOver } from '../ui/pop-over';
import type { FilterSpec } from './filter-spec';
import { type AddedFilterTexts, ListingFilters } from './listing-filters';
import { useListingPlace } from './listing-place';

export interface ToolbarTexts extends AddedFilterTexts {
  search: string;
  /** The search of this list, for those who don't see where it stands. */
  searchHere: string;
  columns: string;
  views: string;
  export: string;
  csv: string;
  xlsx: string;
}

interface Props {
  /** The current search; absent if the list has none. */
  search?: string;
  filters: readonly FilterSpec[];
  /** The number of filters shown though they are not set. */
  usual: number;
  texts: ToolbarTexts;
  /** The addresses of the files of all matching rows. */
  files: { csv: string; xlsx: string };
  /** The number of rows and their totals. */
  summary: ReactNode;
  /** The content of the pop-overs of columns and views. */
  columns: ReactNode;
  views: ReactNode;
}

/** The one line above a list: search, filters, count and totals, columns, views, and files. */
export function ListingToolbar({ search, filters, usual, texts, files, summary, columns, views }: Props) {
  return (
    <div className="toolbar">
      {search !== undefined && <SearchField value={search} texts={texts} />}
      <ListingFilters filters={filters} usual={usual} texts={texts} />
      {summary}
      <div className="toolbar-end">
        <PopOver label={texts.columns} icon={<Columns3 aria-hidden="true" size={18} />} {...TOOL}>
          {columns}
        </PopOver>
        <PopOver label={texts.views} icon={<Bookmark aria-hidden="true" size={18} />} {...TOOL}>
          {views}
        </PopOver>
        <MenuButton
          label={texts.export}
          icon={<Download aria-hidden="true" size={18} />}
          iconOnly
          rank="quiet"
          entries={[
            { id: 'csv', label: texts.csv, href: files.csv, download: true },
            { id: 'xlsx', label: texts.xlsx, href: files.xlsx, download: true }
          ]}
        />
      </div>
    </div>
  );
}

const TOOL = { iconOnly: true, className: 'quiet icon-button', placement: 'bottom end' } as const;

/** How long typing pauses before the search is done. */
const PAUSE_MILLIS = 350;
/** From so many digits on, a search waits for Enter: the first ones of a card number must not enter an address (C9.009). */
const MOST_DIGITS = 6;

/** The search, done while typing. */
function SearchField({ value, texts }: { value: string; texts: ToolbarTexts }) {
  const { go } = useListingPlace();
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  useEffect(() => {
    // Another address was opened: back, a view, "clear".
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string) => {
    clearTimeout(timer.current);
    sent.current = text.trim();
    go({ q: text.trim() }, true);
  };
  return (
    <search className="toolbar-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(typed);
        }}
      >
        <Search aria-hidden="true" size={16} />
        <input
          type="search"
          name="q"
          value={typed}
          maxLength={100}
          aria-label={texts.searchHere}
          placeholder={texts.search}
          autoComplete="off"
          onChange={({ target }) => {
            setTyped(target.value);
            clearTimeout(timer.current);
            if (target.value.replace(/\D/g, '').length > MOST_DIGITS) return;
            timer.current = setTimeout(() => search(target.value), PAUSE_MILLIS);
          }}
        />
      </form>
    </search>
  );
}
