'use client';

import { useEffect, useRef, useState } from 'react';

const PAUSE_MILLIS = 800;

/** What the form around it comes to, while it is typed; told to screen readers when the user pauses. */
export function TypedAmount({ words }: { words: (form: FormData) => string }) {
  const place = useRef<HTMLParagraphElement>(null);
  const read = useRef(words);
  const [shown, setShown] = useState('');
  const [told, setTold] = useState('');
  useEffect(() => {
    read.current = words;
  });
  useEffect(() => {
    const form = place.current?.closest('form');
    const look = () => form && setShown(read.current(new FormData(form)));
    look();
    form?.addEventListener('input', look);
    return () => form?.removeEventListener('input', look);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setTold(shown), PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <p ref={place} className="trip-amount figure">
      <span>{shown}</span>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </p>
  );
}
