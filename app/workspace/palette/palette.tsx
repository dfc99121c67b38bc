'use client';

import './palette.css';
import { Search, X } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, Text } from 'react-aria-components/Menu';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Input, SearchField } from 'react-aria-components/SearchField';
import { offered } from './offer';
import type { PaletteGroup, PaletteItem } from './palette-item';
import type { PaletteTexts } from './palette-texts';
import { takeTypedAhead } from './typed-ahead';
import { useEarlyEnter } from './use-early-enter';
import { usePalette } from './use-palette';

interface Props {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  texts: PaletteTexts;
}

/** The command palette: one field that finds records, pages, settings and commands, from anywhere by one key. */
export default function Palette({ isOpen, onOpenChange, texts }: Props) {
  return (
    <ModalOverlay className="overlay palette-overlay" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      <Modal className="palette">
        <Dialog aria-label={texts.label} className="palette-dialog">
          <PaletteContent texts={texts} close={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteContent({ texts, close }: { texts: PaletteTexts; close: () => void }) {
  const [typed, setTyped] = useState('');
  const { start, records, failed, isAnswered } = usePalette(typed);
  // By now the field has the focus: effects of what is within come first.
  useEffect(() => setTyped((now) => takeTypedAhead() + now), []);
  // A key shows at once; the entries that fit it follow.
  const sought = useDeferredValue(typed);
  const { contains } = useFilter({ sensitivity: 'base', ignorePunctuation: true });
  const groups = useMemo(() => offered(start, records, sought, contains), [start, records, sought, contains]);
  const entries = useMemo(() => groups.map((group) => <Group key={group.id} group={group} />), [groups]);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const isNothing = count === 0 && start !== null && isAnswered;
  const onKeyDownCapture = useEarlyEnter({
    text: typed,
    isSettled: failed || (start !== null && isAnswered && sought === typed),
    first: groups[0]?.items[0] ?? (records.all ? { href: records.all } : undefined),
    close
  });
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <div className="palette-head" onKeyDownCapture={onKeyDownCapture}>
        <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        <SearchField aria-label={texts.placeholder} className="palette-field" autoFocus>
          <Input placeholder={texts.placeholder} maxLength={100} autoCapitalize="none" spellCheck={false} />
        </SearchField>
        <Button slot="close" className="quiet icon-button" aria-label={texts.close}>
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
      <Menu
        className="palette-list"
        aria-label={texts.label}
        onAction={close}
        renderEmptyState={() => (
          <p className="palette-empty">
            {failed ? texts.failed : isNothing ? texts.nothing.replace('{q}', typed) : texts.searching}
          </p>
        )}
      >
        {entries}
        {records.all && count > 0 && (
          <MenuItem id="all" href={records.all} className="menu-item palette-all" textValue={texts.all}>
            <Text slot="label">{texts.all.replace('{q}', typed)}</Text>
          </MenuItem>
        )}
      </Menu>
      <p className="visually-hidden" role="status">
        {typed && isAnswered
          ? isNothing
            ? texts.nothing.replace('{q}', typed)
            : texts.found.replace('{count}', String(count))
          : ''}
      </p>
    </Autocomplete>
  );
}

function Group({ group: { id, title, items } }: { group: PaletteGroup }) {
  return (
    <MenuSection id={id}>
      <Header className="menu-header">{title}</Header>
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </MenuSection>
  );
}

function Item({ item: { id, label, detail, figure, href } }: { item: PaletteItem }) {
  return (
    <MenuItem id={id} href={href} className="menu-item palette-item" textValue={label}>
      <Text slot="label" className="palette-label">
        {label}
      </Text>
      {detail && (
        <Text slot="description" className="palette-detail">
          {detail}
        </Text>
      )}
      {figure && <span className="palette-figure">{figure}</span>}
    </MenuItem>
  );
}
