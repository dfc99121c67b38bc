'use client';

import { useEffect } from 'react';

/** Removes a mailed link's token from the address, so that it stays in no history and no screenshot. */
export function useTokenForgotten(): void {
  useEffect(() => {
    // Runs after the framework has taken over the history, which would write the address again.
    const timer = setTimeout(() => {
      const address = new URL(location.href);
      if (!address.searchParams.has('token')) return;
      address.searchParams.delete('token');
      history.replaceState(null, '', address);
    });
    return () => clearTimeout(timer);
  }, []);
}
