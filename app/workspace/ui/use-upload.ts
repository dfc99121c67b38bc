'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormState } from './form-state';
import { useGo } from './navigating';
import { type SentBody, sendUpload } from './send-upload';

export interface Upload {
  /** The share of the bytes that are sent, from 0 to 1; null: nothing is being sent. */
  share: number | null;
  /** Whether the last one was stopped. */
  isCancelled: boolean;
  cancel: () => void;
  /** Sends a body to an address, and shows the page that the answer leads to, or returns the form's state from it. */
  send: <State extends FormState>(address: string, body: SentBody, state: State) => Promise<State>;
}

/** Uploads with progress. A body without an answer, or with a refusal, loses nothing of the form. */
export function useUpload(): Upload {
  const go = useGo();
  const [share, setShare] = useState<number | null>(null);
  const [isCancelled, setIsCancelled] = useState(false);
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = useCallback(
    async <State extends FormState>(address: string, body: SentBody, state: State): Promise<State> => {
      // Out of the action's transition, whose updates wait for its end.
      await null;
      const controller = new AbortController();
      stopping.current = controller;
      setIsCancelled(false);
      setShare(0);
      let isLeaving = false;
      try {
        const answer = await sendUpload<State>(address, body, setShare, controller.signal);
        if ('state' in answer) return answer.state;
        isLeaving = true;
        go(answer.href);
        return { ...state, faults: [] };
      } catch (error) {
        if (!controller.signal.aborted) throw error;
        setIsCancelled(true);
        return { ...state, faults: [] };
      } finally {
        // Until the next page is there, nothing can be sent twice.
        if (!isLeaving) setShare(null);
      }
    },
    [go]
  );
  const cancel = useCallback(() => stopping.current?.abort(), []);
  return { share, isCancelled, cancel, send };
}
