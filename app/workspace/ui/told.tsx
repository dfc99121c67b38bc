'use client';

import { type HTMLAttributes, useEffect, useState } from 'react';
import { Focused } from './focused';

/** A notice of the last action, hidden at the next request, beside whose result it would be outdated. */
export function Told(attributes: HTMLAttributes<HTMLDivElement>) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const end = () => setIsOver(true);
    document.addEventListener('submit', end);
    return () => document.removeEventListener('submit', end);
  }, []);
  return isOver ? null : <Focused {...attributes} />;
}
