'use client';

import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { FormLeaf } from '../ui/form-leaf';
import type { Looked } from './look';

interface SaidProps {
  /** What the form says as it was rendered; null: something is missing. */
  initial: Looked | null;
  look: (form: FormData) => Promise<Looked | null>;
  texts: { title: string; incomplete: string };
}

interface Props extends Omit<ComponentProps<typeof FormLeaf>, 'id' | 'more'> {
  said: SaidProps;
}

/** The form of an alert, with what it says and would have found below its fields. */
export function AlertLeaf({ said, ...form }: Props) {
  return <FormLeaf {...form} id="alert" more={{ fields: () => [], show: () => <Said {...said} /> }} />;
}

/** How long typing rests before the server is asked. */
const REST_MILLIS = 300;

function Said({ initial, look, texts }: SaidProps) {
  const [looked, setLooked] = useState(initial);
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    const form = part.current?.closest('form');
    if (!form) return;
    let turn = 0;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const ask = async (own: number) => {
      // Without an answer the last one stays: the form is checked when it is sent.
      const answer = await look(new FormData(form)).catch(() => undefined);
      if (answer !== undefined && own === turn) setLooked(answer);
    };
    const typed = () => {
      turn += 1;
      clearTimeout(resting);
      resting = setTimeout(ask, REST_MILLIS, turn);
    };
    form.addEventListener('input', typed);
    return () => {
      turn += 1;
      clearTimeout(resting);
      form.removeEventListener('input', typed);
    };
  }, [look]);
  return (
    <section ref={part} className="alert-said" aria-labelledby="alert-said">
      <h2 id="alert-said">{texts.title}</h2>
      <div aria-live="polite">
        {looked ? (
          <>
            <p>{looked.sentence}</p>
            <p className="alert-found">{looked.found}</p>
          </>
        ) : (
          <p className="hint">{texts.incomplete}</p>
        )}
      </div>
    </section>
  );
}
