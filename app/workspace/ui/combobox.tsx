'use client';

import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState
} from 'react';
import type { FieldOption, FieldSpec } from './field-spec';
import type { FormTexts } from './form-texts';

interface Props {
  input: InputHTMLAttributes<HTMLInputElement> & { id: string; name: string };
  field: FieldSpec;
  value: string;
  typed: string;
  texts: FormTexts;
}

const PAUSE_MILLIS = 150;

/**
 * A choice among many, found by typing (ARIA 1.2 combobox with a list). The value is sent under the field's name,
 * what was typed under `<name>.typed`: without script that is all there is. `<name>.chosen` says what the value is
 * called, so that whoever reads the form knows a value that was typed over (`textOf`).
 */
export function Combobox({ input, field, value, typed, texts }: Props) {
  const [chosen, setChosen] = useState(value);
  const [label, setLabel] = useState(value ? typed : '');
  const [text, setText] = useState(typed);
  const [options, setOptions] = useState<FieldOption[] | null>(null);
  const [active, setActive] = useState(-1);
  const [failed, setFailed] = useState(false);
  const asked = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useId();
  const hidden = useRef<HTMLInputElement>(null);
  const entry = useRef<HTMLInputElement>(null);
  const begun = useRef(typed);
  useEffect(() => () => clearTimeout(timer.current), []);

  // What somebody has typed by the time that the script takes over stays, and what it replaces is no longer chosen.
  useLayoutEffect(() => {
    const already = entry.current?.value ?? begun.current;
    if (already === begun.current) return;
    setText(already);
    setChosen('');
  }, []);

  function find(query: string) {
    clearTimeout(timer.current);
    asked.current?.abort();
    setFailed(false);
    if (query.trim() === '' || !field.source) return setOptions(null);
    const source = new URL(field.source, location.href);
    const held = (name: string) => {
      const control = hidden.current?.form?.elements.namedItem(name);
      return control instanceof HTMLInputElement ? control.value : '';
    };
    for (const [parameter, name] of Object.entries(field.sourceWith ?? {}))
      source.searchParams.set(parameter, held(name) || held(`${name}.typed`));
    timer.current = setTimeout(async () => {
      asked.current = new AbortController();
      const found = await ask(source, query, asked.current.signal);
      if (found === 'outdated') return;
      setFailed(found === null);
      setOptions(found);
      setActive(found?.length ? 0 : -1);
    }, PAUSE_MILLIS);
  }

  /** Nothing opens any more below a field that has been left. */
  function leave() {
    clearTimeout(timer.current);
    asked.current?.abort();
    setOptions(null);
  }

  function choose(option: FieldOption) {
    setChosen(option.value);
    setLabel(option.label);
    setText(option.label);
    setOptions(null);
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const isOpen = options !== null && options.length > 0;

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // With another key it is a shortcut of the form.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.altKey)) return;
    // Enter would send the form before the list that is being waited for is there.
    if (!isOpen && (event.key === 'ArrowDown' || (event.key === 'Enter' && text !== '' && chosen === ''))) {
      event.preventDefault();
      return find(text);
    }
    if (!options) return;
    const last = options.length - 1;
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive(active >= last ? 0 : active + 1),
      ArrowUp: () => setActive(active <= 0 ? last : active - 1),
      Escape: () => setOptions(null),
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
          setText(event.currentTarget.value);
          setChosen('');
          find(event.currentTarget.value);
        }}
        onKeyDown={press}
        onBlur={leave}
      />
      {isOpen && (
        <div id={list} role="listbox" aria-label={field.label} className="combobox-list">
          {options.map((option, index) => (
            // The focus stays in the field; keys are handled there.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={option.value}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.label}
            </div>
          ))}
        </div>
      )}
      <p className="hint" role="status">
        {failed ? texts.loadFailed : options?.length === 0 ? texts.noMatch : ''}
      </p>
    </div>
  );
}

/** The options for what was typed; null: they could not be loaded. */
async function ask(source: URL, query: string, signal: AbortSignal): Promise<FieldOption[] | null | 'outdated'> {
  source.searchParams.set('q', query);
  try {
    const answer = await fetch(source, { signal });
    return answer.ok ? ((await answer.json()) as FieldOption[]) : null;
  } catch {
    return signal.aborted ? 'outdated' : null;
  }
}
