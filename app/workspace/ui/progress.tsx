'use client';

import { useEffect, useState } from 'react';

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

/** Shows how far something under way is, and loads the page again when it is finished. */
export function Progress({ label, source, first, every = 1_000 }: Props) {
  const [report, setReport] = useState(first);
  useEffect(() => {
    if (report.finished) return;
    let stopped = false;
    const timer = setTimeout(async () => {
      const next = await look(source);
      if (stopped) return;
      if (next?.finished) location.reload();
      else setReport((known) => next ?? { ...known });
    }, every);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [report, source, every]);
  const share = report.total ? Math.min(1, report.done / report.total) : undefined;
  return (
    <div className="progress">
      <p>
        <strong>{label}</strong>
      </p>
      <progress aria-label={label} value={share} max={1} />
      <p aria-live="polite">{report.text ?? (share === undefined ? '' : `${Math.floor(share * 100)} %`)}</p>
    </div>
  );
}

/** Null: it could not be asked; the next look will tell. */
async function look(source: string): Promise<ProgressReport | null> {
  try {
    const answer = await fetch(source, { cache: 'no-store' });
    // Signed out, or it is gone: the page says more.
    if (answer.status === 401 || answer.status === 404) return { done: 0, finished: true };
    return answer.ok ? ((await answer.json()) as ProgressReport) : null;
  } catch {
    return null;
  }
}
