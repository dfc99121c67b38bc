'use client';

import { type HTMLAttributes, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Focused } from './focused';
import { takeFromAddress } from './take-from-address';

/**
 * A notice of the last action, named by `parameter` in the address and shown once: hidden at the next request, beside whose
 * result it would be outdated, and when the page is loaded or gone back to later.
 */
export function Told({ parameter, ...attributes }: HTMLAttributes<HTMLDivElement> & { parameter: string }) {
  const [isOver, setIsOver] = useState(false);
  // Development runs effects twice.
  const isTaken = useRef(false);
  useLayoutEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    if (!takeFromAddress(parameter)) setIsOver(true);
  }, [parameter]);
  useEffect(() => {
    const end = () => setIsOver(true);
    document.addEventListener('submit', end);
    return () => document.removeEventListener('submit', end);
  }, []);
  return isOver ? null : <Focused {...attributes} />;
}
