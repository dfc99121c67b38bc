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

/** When the look-up of texts is what failed, there is nothing but these. */
const ENGLISH: ErrorTexts = {
  unexpected: 'An unexpected error has occurred.',
  unknown: 'Unknown Error',
  advice: 'A system error occurred. Please try again later.',
  again: 'Try again',
  reference: 'Reference for support: {reference}'
};

const Texts = createContext(ENGLISH);

/** Gives the error page its texts beforehand: it is made in the browser, where there are none to look up. */
export function ErrorTextsProvider({ texts, children }: { texts: ErrorTexts; children: ReactNode }) {
  return <Texts.Provider value={texts}>{children}</Texts.Provider>;
}

export const useErrorTexts = () => useContext(Texts);
