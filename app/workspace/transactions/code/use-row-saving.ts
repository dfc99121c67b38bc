'use client';

import { useRef, useState } from 'react';
import { UNSENT } from '../../ui/form-state';
import type { FormTexts } from '../../ui/form-texts';
import { guarded } from '../../ui/guarded-action';
import type { RowState } from './row-state';

/** Saves a row: one change after the other, so that each uses the previous version. */
export function useRowSaving(version: number, action: (form: FormData) => Promise<RowState>, formTexts: FormTexts) {
  const [state, setState] = useState<RowState>(UNSENT);
  const [status, setStatus] = useState<'saving' | 'saved' | 'undone' | 'refused' | null>(null);
  const [dirty, setDirty] = useState(false);
  const current = useRef(version);
  const waiting = useRef(Promise.resolve());
  // A ref, because moving the focus asks before the next rendering.
  const unsaved = useRef(false);

  function touch(isDirty: boolean): void {
    unsaved.current = isDirty;
    setDirty(isDirty);
  }

  function save(sent: FormData, as: 'saved' | 'undone'): void {
    touch(false);
    setStatus('saving');
    waiting.current = waiting.current.then(async () => {
      sent.set('version', String(current.current));
      const next = await guarded<RowState>((_, entry) => action(entry), formTexts)(UNSENT, sent);
      if (next.version !== undefined) current.current = next.version;
      setState(next);
      setStatus(next.before ? as : 'refused');
      // A row that was saved without its review has nothing left to save.
      if (!next.before) setDirty(true);
    });
  }

  return { state, status, dirty, isUnsaved: () => unsaved.current, touch, save };
}
