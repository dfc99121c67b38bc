import { cache } from 'react';

/** The reason, noted for one request, why a page is not found. */
export const noted = cache(() => ({ notAllowed: false }));

/** Makes the following not-found page say that the user lacks permission. */
export function noteNotAllowed(): void {
  noted().notAllowed = true;
}
