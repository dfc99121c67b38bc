'use client';

import { type HTMLAttributes, useEffect, useState } from 'react';
import { Focused } from './focused';

/** What was just done, until something else is asked for: beside the answer to that it would no longer be true. */
export function Told(attributes: HTMLAttributes<HTMLDivElement>) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const end = () => setIsOver(true);
    document.addEventListener('submit', end);
    return () => document.removeEventListener('submit', end);
  }, []);
  return isOver ? null : <Focused {...attributes} />;
}
