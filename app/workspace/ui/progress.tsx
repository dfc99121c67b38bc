'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react';

/** The JSON response of a progress address. */
export interface ProgressReport {
  /** The finished part of `total`; without a total the share is unknown. */
  done: number;
  total?: number;
  /** The current activity, in the reader's language. */
  text?: string;
  finished: boolean;
}

interface Props {
  /** The running work. */
  label: string;
  source: string;
  first: ProgressReport;
  /** Milliseconds between two polls. */
  every?: number;
}

/**
 * Shows the progress of running work and refreshes the page's data when it ends. A focus inside the panel then moves to
 * the panel's replacement; elsewhere it stays.
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

/** Whether the page has typed text that a refresh would lose. */
const isTyped = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Moves the focus from a removed panel to its replacement. */
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

/**
 * Null: the request failed; the next poll retries. `gone`: signed out, or the work no longer exists; the page shows
 * more.
 */
async function look(source: string): Promise<ProgressReport | 'gone' | null> {
  try {
    const answer = await fetch(source, { cache: 'no-store' });
    if (answer.status === 401 || answer.status === 404) return 'gone';
    return answer.ok ? ((await answer.json()) as ProgressReport) : null;
  } catch {
    return null;
  }
}
