import { useEffect, useState } from 'react';

/** The answer takes so long that the page says so. */
const LONG_MILLIS = 300;

/** Whether something has been under way for so long that its user must see it. */
export function useIsLong(isPending: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isPending) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), LONG_MILLIS);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isLong;
}
