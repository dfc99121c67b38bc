'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react';

/** What the address of something under way answers with, as JSON. */
export interface ProgressReport {
  /** What has been done of `total`; without a total it can't be said how far it is. */
  done: number;
  total?: number;
  /** What is being done, in the reader's language. */
  text?: string;
  finished: boolean;
}

interface Props {
  /** What is under way. */
  label: string;
  source: string;
  first: ProgressReport;
  /** Milliseconds between two looks. */
  every?: number;
}

/**
 * Shows how far something under way is, and has the page's data read again when it is finished. Who is in its panel then
 * goes on with what stands there instead; who is elsewhere in the page stays there.
 */
export function Progress({ label, source, first, every = 1_000 }: Props) {
  const router = useRouter();
  const [report, setReport] = useState(first);
  const [reading, startReading] = useTransition();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (report.finished || reading) return;
    let stopped = false;
    const timer = setTimeout(async () => {
      const next = await look(source);
      if (stopped) return;
      if (next === 'gone' || (next?.finished && isTyped())) location.reload();
      else if (next?.finished) startReading(() => router.refresh());
      else setReport((known) => next ?? { ...known });
    }, every);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [report, source, every, reading, router]);
  useLayoutEffect(() => {
    const panel = element.current?.closest<HTMLElement>('.panel');
    return panel ? () => leadOn(panel) : undefined;
  }, []);
  const share = report.total ? Math.min(1, report.done / report.total) : undefined;
  return (
    <div ref={element} className="progress">
      <p>
        <strong>{label}</strong>
      </p>
      <progress aria-label={label} value={share} max={1} />
      <p aria-live="polite">{report.text ?? (share === undefined ? '' : `${Math.floor(share * 100)} %`)}</p>
    </div>
  );
}

/** Whether something was typed in the page that would be lost: the browser asks then before it is read again. */
const isTyped = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Leads from a panel that goes to what then stands in its place. */
function leadOn(panel: HTMLElement): void {
  if (!panel.contains(document.activeElement)) return;
  const { previousElementSibling: before, parentElement: around } = panel;
  queueMicrotask(() => {
    const next = before ? before.nextElementSibling : around?.firstElementChild;
    if (panel.isConnected || !(next instanceof HTMLElement)) return;
    next.tabIndex = -1;
    next.focus();
  });
}

/** Null: it could not be asked; the next look will tell. `gone`: signed out, or it is no more; the page says more. */
async function look(source: string): Promise<ProgressReport | 'gone' | null> {
  try {
    const answer = await fetch(source, { cache: 'no-store' });
    if (answer.status === 401 || answer.status === 404) return 'gone';
    return answer.ok ? ((await answer.json()) as ProgressReport) : null;
  } catch {
    return null;
  }
}
