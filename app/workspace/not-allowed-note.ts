import { cache } from 'react';

/** What a page noted of why it is not there, for one request. */
export const noted = cache(() => ({ notAllowed: false }));

/** Has the page that is about to be not found say that it is the person who may not use it. */
export function noteNotAllowed(): void {
  noted().notAllowed = true;
}
