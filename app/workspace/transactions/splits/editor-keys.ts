import type { KeyboardEvent } from 'react';

/** The keys that a press is, as `aria-keyshortcuts` writes them. On a Mac ⌘ is as good as Ctrl. */
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

/** Presses the button of a form that a key stands for: that of the split which has the focus, else the first. True: there is one. */
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

/** Arrow up and down lead to the same number of the split before and after; Enter to the next, and sends from the last. */
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
