'use client';

import { useEffect } from 'react';

/** Takes a mailed link's token out of the address: it has done its part, and stays in no history and no screenshot. */
export function useTokenForgotten(): void {
  useEffect(() => {
    // After the framework has taken the history over, so that it doesn't write the address again.
    const timer = setTimeout(() => {
      const address = new URL(location.href);
      if (!address.searchParams.has('token')) return;
      address.searchParams.delete('token');
      history.replaceState(null, '', address);
    });
    return () => clearTimeout(timer);
  }, []);
}
