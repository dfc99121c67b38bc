'use client';

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { contrast } from '@/lib/brand/brands/contrast';
import type { FormTexts } from '../ui/form-texts';
import { LeaveGuard } from '../ui/leave-guard';

const QUIET_MILLIS = 250;
const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Makes a form of the studio live: previews and contrasts follow the typing, and leaving with unsaved changes asks
 * first.
 */
export function LiveStudio({ form: id, language, texts }: { form: string; language: string; texts: FormTexts }) {
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    const form = document.getElementById(id) as HTMLFormElement;
    const stops = [watchChanges(form, setChanged), followColours(form, language), followPreviews(form)];
    // Values typed before the script ran, or restored by the browser's history.
    if (isEdited(form)) form.dispatchEvent(new Event('input'));
    return () => {
      for (const stop of stops) stop();
    };
  }, [id, language]);
  return <LeaveGuard active={changed} texts={texts} />;
}

function on(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

function isEdited(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement) || field.dataset.pickerOf) return false;
    const ticked = field.type === 'checkbox' || field.type === 'radio';
    return ticked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}

/** Fields that only control the preview. */
const isPreviewChoice = (target: EventTarget | null) =>
  (target as HTMLInputElement | null)?.name?.startsWith('preview');

/** Shows that there are unsaved changes, and tells. */
function watchChanges(form: HTMLFormElement, tell: (changed: boolean) => void): () => void {
  const badge = document.getElementById('unsaved');
  const stops = [
    on(form, 'input', ({ target }) => {
      if (isPreviewChoice(target)) return;
      tell(true);
      if (badge) badge.hidden = false;
    }),
    on(form, 'submit', (event) => {
      // A form submitted into a frame doesn't leave the page; any other does at once, before an effect would run.
      if (!(event as SubmitEvent).submitter?.hasAttribute('formtarget')) flushSync(() => tell(false));
    })
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Keeps pickers and text fields in step and computes the contrasts of the typed colours. */
function followColours(form: HTMLFormElement, language: string): () => void {
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const fieldOf = (token: string) => form.querySelector<HTMLInputElement>(`[data-colour="${token}"]`);
  const colourOf = (token: string) => {
    const field = fieldOf(token);
    const typed = field?.value.trim() ?? '';
    return COLOUR.test(typed) ? typed : (field?.placeholder ?? '#000000');
  };
  const show = () => {
    for (const pair of form.querySelectorAll<HTMLElement>('[data-pair]')) {
      const [text = '', background = ''] = (pair.dataset.pair ?? '').split('/');
      const ratio = contrast(colourOf(text), colourOf(background));
      // Truncated, not rounded: 4.499 must not read as 4.5.
      const shown = pair.querySelector('[data-ratio]');
      if (shown) shown.textContent = `${number.format(Math.floor(ratio * 100) / 100)}:1`;
      pair.dataset.passes = String(ratio >= Number(pair.dataset.least));
    }
  };
  show();
  const pickers = [...form.querySelectorAll<HTMLInputElement>('[data-picker-of]')];
  for (const picker of pickers) picker.disabled = false;
  const stop = on(form, 'input', ({ target }) => {
    const input = target as HTMLInputElement;
    const picked = input.dataset.pickerOf && form.querySelector<HTMLInputElement>(`[name="${input.dataset.pickerOf}"]`);
    if (picked) picked.value = input.value;
    else if (input.dataset.colour) {
      const picker = form.querySelector<HTMLInputElement>(`[data-picker-of="theme/${input.dataset.colour}"]`);
      if (picker) picker.value = colourOf(input.dataset.colour);
    } else return;
    show();
  });
  return stop;
}

/**
 * Submits the form into a new frame behind each visible one and swaps them once it has loaded: no flicker, and no
 * history entry.
 */
function followPreviews(form: HTMLFormElement): () => void {
  for (const button of form.querySelectorAll<HTMLElement>('[data-preview-button]')) button.hidden = true;
  let timer: number | undefined;
  let count = 0;
  const render = () => {
    for (const place of form.querySelectorAll<HTMLElement>('[data-preview]')) {
      const shown = place.querySelector('iframe:not([data-waiting])') as HTMLIFrameElement;
      for (const overtaken of place.querySelectorAll('[data-waiting]')) overtaken.remove();
      const next = shown.cloneNode() as HTMLIFrameElement;
      next.removeAttribute('src');
      next.name = `preview-${++count}`;
      next.dataset.waiting = '';
      place.append(next);
      send(form, place.dataset.preview ?? '', next.name);
      next.addEventListener('load', () => {
        if (!next.isConnected || isBlank(next)) return;
        delete next.dataset.waiting;
        shown.remove();
      });
    }
  };
  const stop = on(form, 'input', ({ target }) => {
    if ((target as HTMLInputElement).name === 'previewWidth') return;
    clearTimeout(timer);
    timer = window.setTimeout(render, QUIET_MILLIS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** A new frame first holds an empty document, for which some browsers fire `load`. */
function isBlank(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow?.location.href === 'about:blank';
  } catch {
    // Access is denied only for a document from another origin.
    return false;
  }
}

function send(form: HTMLFormElement, action: string, target: string): void {
  const twin = document.createElement('form');
  Object.assign(twin, { method: 'post', action, target, hidden: true });
  for (const [name, value] of new FormData(form)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value: String(value) });
    twin.append(field);
  }
  document.body.append(twin);
  twin.submit();
  twin.remove();
}
