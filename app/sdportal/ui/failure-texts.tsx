'use client';

import { createContext, type ReactNode, useContext } from 'react';

interface Texts {
  title: string;
  message: string;
  /** Label of the way to load the page anew. */
  again: string;
}

const Context = createContext<Texts>({ title: '', message: '', again: '' });

/** What error.tsx says, in the page's language: it is made in the browser, where there are no texts. */
export function FailureTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <Context value={texts}>{children}</Context>;
}

export const useFailureTexts = (): Texts => useContext(Context);
