'use client';

import { LoaderCircle } from 'lucide-react';
import { Link } from '../ui/link';
import { useCounts } from './counts';

/** A link to the user's background tasks while one of them runs; `{count}` stands in the text. */
export function RunningJobs({ text }: { text: string }) {
  const { running } = useCounts();
  if (running === 0) return null;
  return (
    <Link href="/workspace/jobs" className="running-jobs">
      <LoaderCircle size={16} aria-hidden="true" className="running-wheel" />
      {text.replace('{count}', String(running))}
    </Link>
  );
}
