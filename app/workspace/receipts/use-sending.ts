'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { type FormState, UNSENT } from '../ui/form-state';
import { guarded } from '../ui/guarded-action';
import { smallerPicture } from './smaller-picture';

/** A file on its way into the box. */
export interface Sending {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  fault?: string | undefined;
}

export interface SendingTexts {
  tooLarge: string;
  failed: string;
  serverDown: string;
}

type Send = (form: FormData) => Promise<FormState>;

/** The day of a file in the time zone of its device, `2026-02-28`. */
function dayOf({ lastModified }: File): string {
  const at = new Date(lastModified);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Sends files one after another; one that fails stays, to be tried again, and stops no other. */
export function useSending(send: Send, most: number, texts: SendingTexts) {
  const [files, setFiles] = useState<Sending[]>([]);
  const router = useRouter();
  const last = useRef(Promise.resolve());
  const left = useRef(0);
  const count = useRef(0);
  const put = (key: number, change: Partial<Sending>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));

  async function sendOne({ key, file }: Sending): Promise<void> {
    put(key, { state: 'sending', fault: undefined });
    const smaller = await smallerPicture(file);
    if (smaller.size > most) return put(key, { state: 'failed', fault: texts.tooLarge });
    const form = new FormData();
    form.set('file', smaller);
    form.set('takenOn', dayOf(file));
    const { faults } = await guarded<FormState>((_, sent) => send(sent), texts)(UNSENT, form);
    put(key, faults[0] ? { state: 'failed', fault: faults[0].message } : { state: 'sent' });
  }

  function queue(sending: Sending): void {
    left.current += 1;
    last.current = last.current.then(async () => {
      await sendOne(sending);
      left.current -= 1;
      // The page is read again once, when the last file is sent.
      if (left.current === 0) router.refresh();
    });
  }

  function add(chosen: readonly File[]): void {
    const added = chosen.map((file): Sending => ({ key: ++count.current, file, state: 'waiting' }));
    setFiles((before) => [...before, ...added]);
    for (const one of added) queue(one);
  }

  function again(sending: Sending): void {
    put(sending.key, { state: 'waiting', fault: undefined });
    queue(sending);
  }

  return { files, add, again };
}
