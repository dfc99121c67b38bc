'use client';

import Bookmark from 'lucide-react/icons/bookmark';
import Columns3 from 'lucide-react/icons/columns-3';
import Download from 'lucide-react/icons/download';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components/Popover';
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
        <Tool label={texts.columns} icon={<Columns3 aria-hidden="true" size={18} />}>
          {columns}
        </Tool>
        <Tool label={texts.views} icon={<Bookmark aria-hidden="true" size={18} />}>
          {views}
        </Tool>
        <MenuTrigger>
          <Button className="quiet icon-button" aria-label={texts.export}>
            <Download aria-hidden="true" size={18} />
          </Button>
          <Popover className="pop-over" placement="bottom end">
            <Menu className="menu-list" aria-label={texts.export}>
              <MenuItem className="menu-item" href={files.csv} download>
                {texts.csv}
              </MenuItem>
              <MenuItem className="menu-item" href={files.xlsx} download>
                {texts.xlsx}
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      </div>
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  children: ReactNode;
}

const Tool = ({ label, icon, children }: ToolProps) => (
  <DialogTrigger>
    <Button className="quiet icon-button" aria-label={label}>
      {icon}
    </Button>
    <Popover className="pop-over" placement="bottom end">
      <Dialog className="pop-dialog" aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  </DialogTrigger>
);

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
