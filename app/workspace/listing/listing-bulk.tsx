'use client';

import {
  type ReactNode,
  startTransition,
  useActionState,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState
} from 'react';
import { flushSync } from 'react-dom';
import type { Locale } from '@/lib/core/language/locales';
import { Report, type ToldReport } from '../bulk/report';
import { Focused } from '../ui/focused';
import type { FormFault } from '../ui/form-state';
import { guarded } from '../ui/guarded-action';
import { toast } from '../ui/toasts';
import { BulkBar } from './bulk-bar';
import type { BulkButton, BulkTexts } from './bulk-texts';
import { ACT } from './list-keys';
import { NOTHING_TICKED, tickedIn } from './ticked';

/** The outcome of a bulk action; `id` distinguishes reports. */
export interface BulkState {
  faults: FormFault[];
  report?: ToldReport & { id: string };
  /** The action that takes it back, and the rows that were done. */
  undo?: { action: string; ids: string[] };
}

interface Props {
  action: (state: BulkState, form: FormData) => Promise<BulkState>;
  buttons: BulkButton[];
  texts: BulkTexts;
  locale: Locale;
  /** The table, whose rows have a checkbox each, called `ids`. */
  children: ReactNode;
}

const NOTHING_DONE: BulkState = { faults: [] };

/** The bulk actions on the ticked rows of a table or on all matching ones: those that can't be taken back ask first. */
export function ListingBulk({ action, buttons, texts, locale, children }: Props) {
  const safe = useMemo(() => guarded(action, texts), [action, texts]);
  const [state, submit, isPending] = useActionState(safe, NOTHING_DONE);
  const [ticked, setTicked] = useState(NOTHING_TICKED);
  const [isAll, setAll] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const look = useCallback(() => {
    const now = form.current ? tickedIn(form.current) : NOTHING_TICKED;
    setTicked(now);
    if (!now.isWhole) setAll(false);
  }, []);
  // The rows may be others after an act, and the browser keeps ticks over a reload.
  useEffect(look, [children, look]);
  useUndoToast(state, safe, texts);
  const isBarShown = ticked.ids.length > 0;
  const wasBarShown = useRef(false);
  useEffect(() => {
    // The pressed button went with the bar.
    if (wasBarShown.current && !isBarShown && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('thead input')?.focus({ preventScroll: true });
    wasBarShown.current = isBarShown;
  }, [isBarShown]);

  const act = useEffectEvent((id: string | null) => {
    const box = id && form.current?.querySelector<HTMLInputElement>(`input[name="ids"][value="${id}"]`);
    if (ticked.ids.length === 0 && box) box.checked = true;
    flushSync(look);
    form.current?.querySelector<HTMLElement>('[data-act]')?.click();
  });
  useEffect(() => {
    const listener = (event: Event) => act((event as CustomEvent<string | null>).detail);
    const { current } = form;
    current?.addEventListener(ACT, listener);
    return () => current?.removeEventListener(ACT, listener);
  }, []);

  /** Sends the ticked rows that the action can be done for, as its button says. */
  const send = (sent: FormData) => {
    if (form.current && sent.get('extent') !== 'all') {
      sent.delete('ids');
      for (const id of tickedIn(form.current).fitting(String(sent.get('action')))) sent.append('ids', id);
    }
    submit(sent);
  };
  const { report, faults, undo } = state;
  return (
    <form
      ref={form}
      action={send}
      className="listing-rows"
      onSubmit={(event) => {
        if (isPending) event.preventDefault();
        for (const dialog of event.currentTarget.querySelectorAll('dialog')) dialog.close();
      }}
      // Runs after the event, since one checkbox may select every row, and a reset restores them all.
      onChange={() => setTimeout(look)}
      onReset={() => setTimeout(look)}
    >
      {report && (!undo || report.kind === 'problem') && (
        <Focused key={report.id} className={`message message-${report.kind}`} role="status">
          <Report report={report} />
        </Focused>
      )}
      {faults.map(({ message }) => (
        <p key={message} className="message message-problem" role="alert">
          {message}
        </p>
      ))}
      {children}
      {isBarShown && (
        <BulkBar
          {...{ buttons, texts, locale, ticked, isAll, setAll, isPending }}
          onClear={() => form.current?.reset()}
        />
      )}
    </form>
  );
}

/** Tells what was done in a toast that takes it back, if that is possible. */
function useUndoToast(state: BulkState, action: Props['action'], { undone }: BulkTexts): void {
  const told = useRef<BulkState>(NOTHING_DONE);
  useEffect(() => {
    const { report, undo } = state;
    if (!report || !undo || told.current === state) return;
    told.current = state;
    toast(report.summary, () =>
      startTransition(async () => {
        const form = new FormData();
        form.set('action', undo.action);
        for (const id of undo.ids) form.append('ids', id);
        const { report: back, faults } = await action(NOTHING_DONE, form);
        toast(faults[0]?.message ?? (back?.kind === 'problem' ? back.summary : undone));
      })
    );
  }, [state, action, undone]);
}
