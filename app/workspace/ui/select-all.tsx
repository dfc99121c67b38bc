'use client';

import { useEffect, useRef, useState } from 'react';

/** Selects every row of the table it heads. Only a script can, so without one it isn't there. */
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
    box.current?.addEventListener('change', all);
    form.addEventListener('change', follow);
    return () => {
      form.removeEventListener('change', follow);
    };
  }, [ready]);
  return ready ? <input ref={box} type="checkbox" aria-label={label} /> : null;
}
