'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface ShortcutTexts {
  title: string;
  go: string;
  search: string;
  help: string;
  close: string;
}

interface Props {
  screens: { key: string; href: string; label: string }[];
  texts: ShortcutTexts;
  /** The setting that turns them off. */
  children: ReactNode;
}

/** How long `g` waits for the second key. */
const SEQUENCE_MILLIS = 1_500;

/** Whether a key belongs to the focused element or to a dialog. */
function isTaken({ target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return true;
  if (document.documentElement.dataset.shortcuts === 'off' || document.querySelector('dialog[open]')) return true;
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;
}

/** Handles shortcuts: `g` and a key open a screen, `/` focuses the search field, `?` lists the keys. */
export function Shortcuts({ screens, texts, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    let going = 0;
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const screen = Date.now() < going ? screens.find(({ key }) => key === event.key) : undefined;
      going = event.key === 'g' ? Date.now() + SEQUENCE_MILLIS : 0;
      const search = document.querySelector<HTMLInputElement>('[data-search]');
      if (screen) location.assign(screen.href);
      else if (event.key === '?') dialog.current?.showModal();
      else if (event.key === '/' && search) {
        event.preventDefault();
        search.focus();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [screens]);
  return (
    <>
      <button type="button" className="link scripted" onClick={() => dialog.current?.showModal()}>
        {texts.title}
      </button>
      <dialog ref={dialog} className="dialog shortcuts" aria-labelledby={id}>
        <h2 id={id}>{texts.title}</h2>
        <dl>
          {screens.map(({ key, label }) => (
            <div key={key}>
              <dt>
                <kbd>g</kbd> <kbd>{key}</kbd>
              </dt>
              <dd>{texts.go.replace('{screen}', label)}</dd>
            </div>
          ))}
          {[
            ['/', texts.search],
            ['?', texts.help],
            ['Esc', texts.close]
          ].map(
            ([key, label]) =>
              label && (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{label}</dd>
                </div>
              )
          )}
        </dl>
        {children}
        <form method="dialog">
          <button type="submit">{texts.close}</button>
        </form>
      </dialog>
    </>
  );
}
