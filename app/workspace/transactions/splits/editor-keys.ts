import type { KeyboardEvent } from 'react';

/** The pressed keys in `aria-keyshortcuts` notation. On a Mac ⌘ counts as Ctrl. */
function keysOf({
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  key
}: Pick<globalThis.KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'key'>): string {
  return [
    (ctrlKey || metaKey) && 'Control',
    altKey && 'Alt',
    shiftKey && 'Shift',
    key.length === 1 ? key.toUpperCase() : key
  ]
    .filter(Boolean)
    .join('+');
}

/** Presses the form's button for a key: that of the focused split, else the first. Returns whether there is one. */
export function pressShortcut(event: globalThis.KeyboardEvent, form: HTMLFormElement | null): boolean {
  if (!form || event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')) return false;
  const keys = keysOf(event);
  if (!keys.includes('+')) return false;
  const here = event.target instanceof Element ? event.target.closest('[data-split]') : null;
  const named = `button[aria-keyshortcuts="${keys}"]:not(:disabled)`;
  const button = here?.querySelector<HTMLButtonElement>(named) ?? form.querySelector<HTMLButtonElement>(named);
  if (!button) return false;
  event.preventDefault();
  button.click();
  return true;
}

/**
 * Arrow up and down move to the same number of the previous and next split; Enter moves to the next, and submits from
 * the last.
 */
export function moveBetweenSplits(event: KeyboardEvent<HTMLInputElement>, index: number): void {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 };
  const step = steps[event.key];
  const { form, name } = event.currentTarget;
  if (step === undefined || !form) return;
  const other = form.elements.namedItem(name.replace(/^splits\.\d+/, `splits.${index + step}`));
  if (!(other instanceof HTMLInputElement)) return;
  event.preventDefault();
  other.focus();
  other.select();
}
