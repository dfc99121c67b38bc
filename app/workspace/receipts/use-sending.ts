'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { type FileRules, fileRefusal } from '../ui/file-refusal';
import { type FormState, UNSENT } from '../ui/form-state';
import { type FailureTexts, guarded } from '../ui/guarded-action';
import { sendUpload } from '../ui/send-upload';
import { smallerPicture } from '../ui/smaller-picture';

/** A file on its way into the box. */
export interface Sending {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** The share of its bytes that is sent, from 0 to 1. */
  share: number;
  fault?: string | undefined;
}

/** The address that takes a file of the box. */
const ADDRESS = '/workspace/receipts/upload';

/** The day of a file in the time zone of its device, `2026-02-28`. */
function dayOf({ lastModified }: File): string {
  const at = new Date(lastModified);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Sends files one after another; one that fails stays, to be tried again, and stops no other. */
export function useSending(rules: FileRules, texts: FailureTexts) {
  const [files, setFiles] = useState<Sending[]>([]);
  const router = useRouter();
  const last = useRef(Promise.resolve());
  const left = useRef(0);
  const count = useRef(0);
  /** What stops each file, by its key. */
  const stops = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const { current } = stops;
    return () => {
      for (const stopping of current.values()) stopping.abort();
    };
  }, []);
  const put = (key: number, change: Partial<Sending>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));

  async function sendOne({ key, file }: Sending, { signal }: AbortController): Promise<void> {
    if (signal.aborted) return;
    put(key, { state: 'sending', share: 0, fault: undefined });
    const smaller = await smallerPicture(file);
    const refusal = fileRefusal(smaller, rules);
    if (refusal) return put(key, { state: 'failed', fault: refusal });
    const send = guarded<FormState>(async (state, form) => {
      const answer = await sendUpload<FormState>(ADDRESS, form, (share) => put(key, { share }), signal);
      return 'state' in answer ? answer.state : state;
    }, texts);
    const form = new FormData();
    form.set('file', smaller);
    form.set('takenOn', dayOf(file));
    const { faults } = await send(UNSENT, form);
    put(key, faults[0] ? { state: 'failed', fault: faults[0].message } : { state: 'sent' });
  }

  function queue(sending: Sending): void {
    left.current += 1;
    const stopping = new AbortController();
    stops.current.set(sending.key, stopping);
    last.current = last.current.then(async () => {
      await sendOne(sending, stopping);
      left.current -= 1;
      // The page is read again once, when the last file is sent.
      if (left.current === 0) router.refresh();
    });
  }

  function add(chosen: readonly File[]): void {
    const added = chosen.map((file): Sending => ({ key: ++count.current, file, state: 'waiting', share: 0 }));
    setFiles((before) => [...before, ...added]);
    for (const one of added) queue(one);
  }

  function again(sending: Sending): void {
    put(sending.key, { state: 'waiting', fault: undefined });
    queue(sending);
  }

  /** Stops a file that waits or is being sent, and forgets it. */
  function stop({ key }: Sending): void {
    stops.current.get(key)?.abort();
    setFiles((before) => before.filter((one) => one.key !== key));
  }

  return { files, add, again, stop };
}
