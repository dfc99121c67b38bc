'use client';

import './palette.css';
import { Search, X } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { useFilter } from 'react-aria/useFilter';
import { Button } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Modal';
import { Modal } from '../ui/modal';
import { useGo } from '../ui/navigating';
import { offered } from './offer';
import { elementId, PaletteList } from './palette-list';
import type { PaletteTexts } from './palette-texts';
import { takeTypedAhead } from './typed-ahead';
import { usePalette } from './use-palette';
import { usePaletteKeys } from './use-palette-keys';

interface Props {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  texts: PaletteTexts;
}

/** The command palette: one field that finds records, pages, settings and commands, from anywhere by one key. */
export default function Palette({ isOpen, onOpenChange, texts }: Props) {
  const close = useCallback(() => onOpenChange(false), [onOpenChange]);
  return (
    <Modal
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      cover="overlay palette-overlay"
      className="palette"
    >
      <Dialog aria-label={texts.label} className="palette-dialog">
        <PaletteContent texts={texts} close={close} />
      </Dialog>
    </Modal>
  );
}

function PaletteContent({ texts, close }: { texts: PaletteTexts; close: () => void }) {
  const list = useId();
  const go = useGo();
  const [typed, setTyped] = useState('');
  const { start, records, failed, isAnswered } = usePalette(typed);
  // By now the field has the focus.
  useEffect(() => setTyped((now) => takeTypedAhead() + now), []);
  // A key shows at once; the entries that fit it follow.
  const sought = useDeferredValue(typed);
  const { contains } = useFilter({ sensitivity: 'base', ignorePunctuation: true });
  const groups = useMemo(() => offered(start, records, sought, contains), [start, records, sought, contains]);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const last = useMemo(
    () => (records.all && count > 0 ? { id: 'all', label: texts.all.replace('{q}', sought), href: records.all } : null),
    [records.all, count, texts, sought]
  );
  const open = useCallback(
    (href: string) => {
      close();
      go(href);
    },
    [close, go]
  );
  const { active, isByKey, point, onKeyDown } = usePaletteKeys({
    text: typed,
    setText: setTyped,
    sought,
    isSettled: sought === typed && start !== null && (failed || isAnswered),
    entries: useMemo(() => [...groups.flatMap(({ items }) => items), ...(last ? [last] : [])], [groups, last]),
    open
  });
  const isNothing = count === 0 && start !== null && isAnswered;
  return (
    <>
      <div className="palette-head">
        <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="search"
          className="palette-field"
          aria-label={texts.placeholder}
          aria-autocomplete="list"
          aria-controls={count > 0 ? list : undefined}
          aria-activedescendant={active === null ? undefined : elementId(list, active)}
          placeholder={texts.placeholder}
          maxLength={100}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to be typed in
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button slot="close" className="quiet icon-button" aria-label={texts.close}>
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
      {count > 0 ? (
        <PaletteList
          {...{ groups, last, active, isByKey }}
          id={list}
          label={texts.label}
          onPoint={point}
          onOpen={open}
        />
      ) : (
        <p className="palette-empty">
          {failed ? texts.failed : isNothing ? texts.nothing.replace('{q}', typed) : texts.searching}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {typed && isAnswered
          ? isNothing
            ? texts.nothing.replace('{q}', typed)
            : texts.found.replace('{count}', String(count))
          : ''}
      </p>
    </>
  );
}
