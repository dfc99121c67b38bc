'use client';

import { useEffect, useRef, useState } from 'react';

/** Selects every row of its table. It needs a script, so without one there is no checkbox. */
export function SelectAll({ label }: { label: string }) {
  const box = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    const form = box.current?.form;
    if (!ready || !form) return;
    const rows = () => [...form.querySelectorAll<HTMLInputElement>('input[name="ids"]')];
    const follow = () => {
      const chosen = rows().filter((row) => row.checked).length;
      if (!box.current) return;
      box.current.checked = chosen > 0 && chosen === rows().length;
      box.current.indeterminate = chosen > 0 && chosen < rows().length;
    };
    const all = () => {
      for (const row of rows()) row.checked = Boolean(box.current?.checked);
    };
    // Fields are reset only after the event.
    const reset = () => setTimeout(follow);
    const head = box.current;
    head?.addEventListener('change', all);
    form.addEventListener('change', follow);
    form.addEventListener('reset', reset);
    return () => {
      head?.removeEventListener('change', all);
      form.removeEventListener('change', follow);
      form.removeEventListener('reset', reset);
    };
  }, [ready]);
  // A heading is never empty: until the script runs it names the column.
  const said = <span className="visually-hidden">{label}</span>;
  return ready ? (
    <label>
      <input ref={box} type="checkbox" />
      {said}
    </label>
  ) : (
    said
  );
}
