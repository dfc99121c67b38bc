'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldOption, FieldSpec } from './field-spec';

const PAUSE_MILLIS = 150;

/**
 * The options of a field for the typed text, loaded when the typing pauses, and the option reached by the keys. They
 * are null while the list is closed; `control` is an element of the form whose other fields are parameters of the
 * source.
 */
export function useOptions(field: FieldSpec, control: RefObject<HTMLInputElement | null>) {
  const [options, setOptions] = useState<FieldOption[] | null>(null);
  const [active, setActive] = useState(-1);
  const [failed, setFailed] = useState(false);
  const asked = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function stop() {
    clearTimeout(timer.current);
    asked.current?.abort();
  }

  function find(query: string) {
    stop();
    setFailed(false);
    if (query.trim() === '' || !field.source) return setOptions(null);
    const source = new URL(field.source, location.href);
    const fieldValue = (name: string) => {
      const other = control.current?.form?.elements.namedItem(name);
      return other instanceof HTMLInputElement || other instanceof HTMLSelectElement ? other.value : '';
    };
    for (const [parameter, name] of Object.entries(field.sourceWith ?? {}))
      source.searchParams.set(parameter, fieldValue(name) || fieldValue(`${name}.typed`));
    timer.current = setTimeout(async () => {
      asked.current = new AbortController();
      const loaded = await ask(source, query, asked.current.signal);
      if (loaded === 'outdated') return;
      setFailed(loaded === null);
      setOptions(loaded);
      setActive(loaded?.length ? 0 : -1);
    }, PAUSE_MILLIS);
  }

  const close = () => setOptions(null);

  /** A field without focus opens no list. */
  function leave() {
    stop();
    close();
  }

  return { options, active, failed, setActive, find, close, leave };
}

/** The options for the typed text; null if loading failed. */
async function ask(source: URL, query: string, signal: AbortSignal): Promise<FieldOption[] | null | 'outdated'> {
  source.searchParams.set('q', query);
  try {
    const answer = await fetch(source, { signal });
    return answer.ok ? ((await answer.json()) as FieldOption[]) : null;
  } catch {
    return signal.aborted ? 'outdated' : null;
  }
}
