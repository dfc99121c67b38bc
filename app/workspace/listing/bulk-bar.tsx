'use client';

import X from 'lucide-react/icons/x';
import { useId, useRef } from 'react';
import type { Locale } from '@/lib/core/language/locales';
import { firstFocus } from '../ui/first-focus';
import { formatsOf } from '../ui/formats';
import type { BulkButton, BulkTexts } from './bulk-texts';
import type { Ticked } from './ticked';

interface Props {
  buttons: readonly BulkButton[];
  texts: BulkTexts;
  locale: Locale;
  ticked: Ticked;
  /** Whether all matching rows are meant. */
  isAll: boolean;
  setAll: (isAll: boolean) => void;
  isPending: boolean;
  onClear: () => void;
}

/** The bar at the end of a list while rows are ticked: their number and sum, and what can be done with them. */
export function BulkBar({ buttons, texts, locale, ticked, isAll, setAll, isPending, onClear }: Props) {
  const { money } = formatsOf(locale, 'UTC');
  const count = ticked.ids.length;
  const offered = isAll ? buttons : buttons.filter(({ value }) => ticked.fitting(value).length > 0);
  const main = offered.find(({ danger, leads, isReverse }) => !danger && !leads && !isReverse);
  const said = [
    isAll ? texts.all : texts.selected.replace('{count}', String(count)),
    ...(isAll ? [] : ticked.sums.map(({ currency, amount }) => money(amount, currency)))
  ].join(' · ');
  const labelOf = ({ label, value }: BulkButton) => {
    const fitting = ticked.fitting(value).length;
    if (isAll || fitting === count) return label;
    return texts.some.replace('{action}', label).replace('{count}', String(fitting)).replace('{total}', String(count));
  };
  return (
    <section className="bulk-bar" aria-label={texts.label}>
      <p role="status">{isPending ? texts.sending : said}</p>
      {isAll && <input type="hidden" name="extent" value="all" />}
      {texts.all && (ticked.isWhole || isAll) && (
        <button type="button" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
          {texts.all}
        </button>
      )}
      {offered.map((button) => (
        <BulkAct
          key={button.value}
          button={{ ...button, undoable: button.undoable === true && !isAll }}
          label={labelOf(button)}
          isMain={button === main}
          said={said}
          cancel={texts.cancel}
        />
      ))}
      <button
        type="button"
        className="quiet icon-button"
        aria-label={texts.clear}
        title={texts.clear}
        onClick={onClear}
      >
        <X aria-hidden="true" size={18} />
      </button>
    </section>
  );
}

interface ActProps {
  button: BulkButton;
  label: string;
  isMain: boolean;
  /** What it is done to. */
  said: string;
  cancel: string;
}

/** One action: done at once if it can be taken back or asks on its own page, else after a confirmation. */
function BulkAct({ button, label, isMain, said, cancel }: ActProps) {
  const { value, danger, leads, undoable, explanation, reason } = button;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const marks = { 'data-act': isMain ? '' : undefined, 'aria-keyshortcuts': isMain ? 'A' : undefined };
  const className = isMain ? 'primary' : undefined;
  if (leads || undoable)
    return (
      <button type="submit" name="action" value={value} className={className} {...marks}>
        {label}
      </button>
    );
  return (
    <>
      <button type="button" className={className} onClick={() => dialog.current?.showModal()} {...marks}>
        {label}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby={id}>
        <h2 id={id}>{button.label}</h2>
        <p>
          <strong>{said}</strong>
        </p>
        {explanation && <p>{explanation}</p>}
        {reason && (
          <div className="field">
            <label htmlFor={`${id}-reason`}>{reason}</label>
            <input
              id={`${id}-reason`}
              name={`reason.${value}`}
              maxLength={255}
              aria-required="true"
              autoComplete="off"
            />
          </div>
        )}
        <div className="actions">
          <button type="submit" name="action" value={value} className={danger ? 'danger' : 'primary'}>
            {button.label}
          </button>
          {/* Enter should cancel, unless a text must be typed first. */}
          <button
            type="button"
            ref={danger && !reason ? firstFocus : undefined}
            onClick={() => dialog.current?.close()}
          >
            {cancel}
          </button>
        </div>
      </dialog>
    </>
  );
}
