'use client';

import { startTransition, useEffect, useState } from 'react';
import type { PaletteRecords, PaletteStart } from './palette-item';

const PAUSE_MILLIS = 150;
const ADDRESS = '/workspace/palette';
const NOTHING: PaletteRecords = { groups: [], all: null };

/**
 * What the palette offers: `start` from when it opens, `records` for the typed text once typing pauses. `failed`: the last
 * answer did not come.
 */
export function usePalette(typed: string) {
  const [start, setStart] = useState<PaletteStart | null>(null);
  const [records, setRecords] = useState(NOTHING);
  const [answered, setAnswered] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    ask<PaletteStart>({ signal: abort.signal }).then(
      (offered) => startTransition(() => setStart(offered)),
      () => abort.signal.aborted || setFailed(true)
    );
    return () => abort.abort();
  }, []);
  useEffect(() => {
    if (typed === '') {
      setRecords(NOTHING);
      setAnswered('');
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ q: typed.slice(0, 200) }),
        signal: abort.signal
      };
      ask<PaletteRecords>(request).then(
        (found) =>
          startTransition(() => {
            setRecords(found);
            setAnswered(typed);
            setFailed(false);
          }),
        () => abort.signal.aborted || setFailed(true)
      );
    }, PAUSE_MILLIS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed]);
  return { start, records, failed, isAnswered: answered === typed };
}

async function ask<Answer>(request: RequestInit): Promise<Answer> {
  const answer = await fetch(ADDRESS, request);
  if (!answer.ok) throw new Error(`the palette's answer was ${answer.status}`);
  return (await answer.json()) as Answer;
}
