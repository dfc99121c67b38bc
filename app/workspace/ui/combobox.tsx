'use client';

import { type InputHTMLAttributes, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FieldOption, FieldSpec } from './field-spec';
import type { FormTexts } from './form-texts';
import { OptionList } from './option-list';
import { useOptions } from './use-options';

interface Props {
  input: InputHTMLAttributes<HTMLInputElement> & { id: string; name: string };
  field: FieldSpec;
  value: string;
  typed: string;
  texts: FormTexts;
  /** Takes a choice instead of the field, whose text is then removed. */
  onChoose?: (option: FieldOption) => void;
}

/**
 * A choice among many, searched by typing (ARIA 1.2 combobox with a list). The value is sent under the field's name,
 * the typed text under `<name>.typed`, which is all that is sent without script. `<name>.chosen` holds the value's
 * label, so that the form's parser notices an edited text (`textOf`).
 */
export function Combobox({ input, field, value, typed, texts, onChoose }: Props) {
  const list = useId();
  const hidden = useRef<HTMLInputElement>(null);
  const { chosen, label, text, entry, take, type } = useChoice(value, typed);
  const { options, active, failed, setActive, find, close, leave } = useOptions(field, hidden);

  function choose(option: FieldOption) {
    if (onChoose) {
      type('');
      leave();
      return onChoose(option);
    }
    take(option);
    close();
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const isOpen = options !== null && options.length > 0;

  function press(event: KeyboardEvent<HTMLInputElement>) {
    input.onKeyDown?.(event);
    // With a modifier it is a shortcut of the form.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.altKey)) return;
    // Enter would submit the form before the awaited list appears.
    if (!isOpen && (event.key === 'ArrowDown' || (event.key === 'Enter' && text !== '' && chosen === ''))) {
      event.preventDefault();
      return find(text);
    }
    if (!options) return;
    const last = options.length - 1;
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive(active >= last ? 0 : active + 1),
      ArrowUp: () => setActive(active <= 0 ? last : active - 1),
      Escape: close,
      Enter: () => {
        const option = options[active];
        if (option) choose(option);
      }
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    // Escape closes the list only, not the dialog around it.
    event.stopPropagation();
    move();
  }

  const { name, ...rest } = input;
  return (
    <div className="combobox">
      <input ref={hidden} type="hidden" name={name} value={chosen} disabled={rest.disabled} />
      <input type="hidden" name={`${name}.chosen`} value={chosen ? label : ''} disabled={rest.disabled} />
      <input
        {...rest}
        ref={entry}
        type="text"
        role="combobox"
        name={`${name}.typed`}
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${list}-${active}` : undefined}
        placeholder={field.placeholder}
        value={text}
        onChange={(event) => {
          type(event.currentTarget.value);
          find(event.currentTarget.value);
        }}
        onKeyDown={press}
        onBlur={leave}
      />
      {isOpen && <OptionList id={list} label={field.label} options={options} active={active} onChoose={choose} />}
      <p className="hint" role="status">
        {failed ? texts.loadFailed : options?.length === 0 ? texts.noMatch : ''}
      </p>
    </div>
  );
}

/** What is chosen, what that is called, and what stands in the field; what is typed chooses nothing yet. */
function useChoice(value: string, typed: string) {
  const [chosen, setChosen] = useState(value);
  const [label, setLabel] = useState(value ? typed : '');
  const [text, setText] = useState(typed);
  const entry = useRef<HTMLInputElement>(null);
  const begun = useRef(typed);

  // Text typed before the script runs stays, and its earlier value is no longer chosen.
  useLayoutEffect(() => {
    const already = entry.current?.value ?? begun.current;
    if (already === begun.current) return;
    setText(already);
    setChosen('');
  }, []);

  function take(option: FieldOption) {
    setChosen(option.value);
    setLabel(option.label);
    setText(option.label);
  }

  function type(entered: string) {
    setText(entered);
    setChosen('');
  }

  return { chosen, label, text, entry, take, type };
}
