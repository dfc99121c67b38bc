'use client';

import { createContext, type ReactNode, useContext } from 'react';

export interface ErrorTexts {
  unexpected: string;
  unknown: string;
  advice: string;
  again: string;
  /** With `{reference}` in it. */
  reference: string;
}

/** The fallback if loading the texts failed. */
const ENGLISH: ErrorTexts = {
  unexpected: 'An unexpected error has occurred.',
  unknown: 'Unknown Error',
  advice: 'A system error occurred. Please try again later.',
  again: 'Try again',
  reference: 'Reference for support: {reference}'
};

const Texts = createContext(ENGLISH);

/** Passes the error page its texts in advance, since it renders in the browser, where none are available. */
export function ErrorTextsProvider({ texts, children }: { texts: ErrorTexts; children: ReactNode }) {
  return <Texts.Provider value={texts}>{children}</Texts.Provider>;
}

export const useErrorTexts = () => useContext(Texts);
