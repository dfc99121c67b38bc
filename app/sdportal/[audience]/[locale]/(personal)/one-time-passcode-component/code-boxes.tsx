'use client';

import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { afterPress } from '@/app/sdportal/ui/after-press';
import type { PortalForm } from '@/app/sdportal/ui/use-portal-form';

type Group = RefObject<HTMLFieldSetElement | null>;

const boxesOf = ({ current }: Group) => [...(current?.querySelectorAll('input') ?? [])];

/** The digits in the boxes. */
export const codeIn = (group: Group): string =>
  boxesOf(group)
    .map(({ value }) => value)
    .join('');

/** Empties the boxes. */
export function emptyBoxes(group: Group): void {
  for (const box of boxesOf(group)) box.value = '';
}

/** Fills the boxes from an index on and focuses the box after the last digit. */
export function fillBoxes(group: Group, from: number, digits: string): void {
  const boxes = boxesOf(group);
  for (const [at, digit] of [...digits].slice(0, boxes.length - from).entries()) {
    const box = boxes[from + at];
    if (box) box.value = digit;
  }
  boxes[Math.min(from + digits.length, boxes.length - 1)]?.focus();
}

interface Props {
  form: Pick<PortalForm, 'errors' | 'check'>;
  group: Group;
  legend: string;
  /** The name of each box. */
  digits: string[];
}

/** Six boxes of one digit each; the focus moves between them automatically (P2.026, P2.031 to P2.034). */
export function CodeBoxes({ form, group, legend, digits }: Props) {
  const error = form.errors.code;
  function take(at: number, box: HTMLInputElement): void {
    const typed = box.value.replace(/\D/g, '');
    box.value = typed.slice(0, 1);
    // Autofill writes the whole code into one box.
    if (typed.length > 0) fillBoxes(group, at, typed);
    if (error) form.check('code');
  }
  function move(at: number, event: KeyboardEvent<HTMLInputElement>): void {
    const { key, ctrlKey, metaKey, altKey, currentTarget: box } = event;
    const boxes = boxesOf(group);
    const [previous, next] = [boxes[at - 1], boxes[at + 1]];
    if (key === 'Backspace' && box.value === '' && previous) {
      event.preventDefault();
      previous.value = '';
      previous.focus();
    } else if (key === 'ArrowLeft' && previous) {
      event.preventDefault();
      previous.focus();
    } else if (key === 'ArrowRight' && next) {
      event.preventDefault();
      next.focus();
    } else if (key.length === 1 && !/\d/.test(key) && !ctrlKey && !metaKey && !altKey) {
      event.preventDefault();
    }
  }
  /** Errors appear when the focus leaves the group, not when it moves between boxes (P5.020). */
  function left({ relatedTarget: to, currentTarget }: FocusEvent<HTMLFieldSetElement, Element>): void {
    if (!to || currentTarget.contains(to) || to.matches('button.primary')) return;
    afterPress(() => codeIn(group) !== '' && form.check('code'));
  }
  return (
    <fieldset
      ref={group}
      id="boxes"
      className="boxes"
      aria-describedby="boxes-error"
      data-invalid={error ? '' : undefined}
      onBlur={left}
    >
      <legend>{legend}</legend>
      <div className="boxes-row">
        {digits.map((name, at) => (
          <input
            key={name}
            id={`code-${at + 1}`}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            aria-label={name}
            aria-invalid={error ? true : undefined}
            onInput={(event) => take(at, event.currentTarget)}
            onKeyDown={(event) => move(at, event)}
            onPaste={(event) => {
              event.preventDefault();
              const text = event.clipboardData.getData('text').trim();
              // Exactly six digits, or nothing (P2.033).
              if (/^\d{6}$/.test(text)) fillBoxes(group, 0, text);
            }}
            onFocus={(event) => event.currentTarget.select()}
          />
        ))}
      </div>
      <p className="field-error" id="boxes-error">
        {error}
      </p>
    </fieldset>
  );
}
