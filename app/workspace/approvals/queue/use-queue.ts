'use client';

import { useEffect, useRef, useState } from 'react';
import { type FormState, UNSENT } from '../../ui/form-state';
import { guarded } from '../../ui/guarded-action';
import { toast } from '../../ui/toasts';
import type { QueueRecord } from './queue-record';
import type { QueueTexts } from './queue-texts';

export interface QueueActions {
  approve: (form: FormData) => Promise<FormState>;
  takeBack: (form: FormData) => Promise<FormState>;
  sendBack: (form: FormData) => Promise<FormState>;
}

/** A record that waits again after it has changed is another one. */
const keyOf = ({ id, version }: Pick<QueueRecord, 'id' | 'version'>) => `${id}/${version}`;

const filled = (text: string, { name, amount }: Pick<QueueRecord, 'name' | 'amount'>) =>
  text.replace('{name}', name).replace('{amount}', amount);

/**
 * The records that wait, the one that is looked at, and what can be done with it. What is approved or sent back leaves
 * the queue at once, and comes back with the reason if the server refuses it.
 */
export function useQueue(records: readonly QueueRecord[], actions: QueueActions, texts: QueueTexts) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [currentId, setCurrentId] = useState(records[0]?.id ?? null);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [asking, setAsking] = useState(false);
  const drafts = useRef(new Map<string, string>());
  const lastIndex = useRef(0);
  /** The record that gets the focus once it stands there; empty: what stands there when nothing is left. */
  const focus = useRef<string | null>(null);

  const sending = useRef(0);
  useEffect(() => {
    // A page that is closed before the server has answered would lose what was done.
    const ask = (event: BeforeUnloadEvent) => sending.current > 0 && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);

  const shown = records.filter((record) => !gone.has(keyOf(record)));
  const found = shown.findIndex(({ id }) => id === currentId);
  // Another approver may have taken the current one: the one that follows it stands there then.
  const index = found >= 0 ? found : Math.max(0, Math.min(lastIndex.current, shown.length - 1));
  useEffect(() => {
    lastIndex.current = index;
  }, [index]);
  const current = shown[index] ?? null;

  function look(record: QueueRecord | undefined): void {
    if (!record) return;
    focus.current = record.id;
    setAsking(false);
    setCurrentId(record.id);
  }

  const move = (step: number) => look(shown[Math.max(0, Math.min(index + step, shown.length - 1))]);

  function leave(record: QueueRecord): void {
    const at = shown.indexOf(record);
    if (record === current) {
      const next = shown[at + 1] ?? shown[at - 1];
      focus.current = next?.id ?? '';
      setAsking(false);
      setCurrentId(next?.id ?? null);
    }
    setGone((before) => new Set(before).add(keyOf(record)));
    setFaults((before) => new Map([...before].filter(([id]) => id !== record.id)));
  }

  function comeBack(record: QueueRecord, reason: string): void {
    setGone((before) => new Set([...before].filter((key) => key !== keyOf(record))));
    setFaults((before) => new Map(before).set(record.id, reason));
    toast(texts.refused.replace('{name}', record.name).replace('{reason}', reason));
  }

  async function send(action: QueueActions['approve'], sent: Record<string, string | number>): Promise<FormState> {
    const form = new FormData();
    for (const [name, value] of Object.entries(sent)) form.set(name, String(value));
    sending.current += 1;
    try {
      return await guarded<FormState>((_, entry) => action(entry), texts)(UNSENT, form);
    } finally {
      sending.current -= 1;
    }
  }

  async function approve(record: QueueRecord): Promise<void> {
    leave(record);
    const { faults: told, version } = await send(actions.approve, { id: record.id, version: record.version });
    if (told[0]) return comeBack(record, told[0].message);
    toast(filled(texts.approved, record), () => undo(record, version ?? 0));
  }

  async function undo(record: QueueRecord, version: number): Promise<void> {
    const { faults: told } = await send(actions.takeBack, { id: record.id, version });
    if (told[0]) return void toast(told[0].message);
    focus.current = record.id;
    setCurrentId(record.id);
    toast(filled(texts.undone, record));
  }

  async function sendBack(record: QueueRecord, reason: string): Promise<void> {
    drafts.current.set(record.id, reason);
    leave(record);
    const { faults: told } = await send(actions.sendBack, { id: record.id, version: record.version, reason });
    if (told[0]) return comeBack(record, told[0].message);
    drafts.current.delete(record.id);
    toast(filled(texts.sent, record));
  }

  return {
    shown,
    current,
    index,
    faults,
    asking,
    drafts: drafts.current,
    focus,
    setAsking,
    look,
    move,
    approve,
    sendBack
  };
}

export type Queue = ReturnType<typeof useQueue>;
