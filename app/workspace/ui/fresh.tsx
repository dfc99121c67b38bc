'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { createContext, Fragment, type ReactNode, use, useCallback, useEffect, useState } from 'react';

const Holding = createContext<() => () => void>(() => () => undefined);

/**
 * Resets its content whenever the server has rendered the page again: typed text, notices and open parts from before a
 * save are cleared. `rendered` differs each time; the first has a fixed key, by which React finds a form's state after
 * a post without script. While a dialog within is open, the reset waits until it is closed.
 */
export function Fresh({ rendered, children }: { rendered: string; children: ReactNode }) {
  const address = `${usePathname()}?${useSearchParams()}`;
  const [first] = useState(rendered);
  const [shown, setShown] = useState(rendered);
  const [heldAt, setHeldAt] = useState<string | null>(null);
  // At another address stands perhaps another record, which the dialog doesn't ask about.
  if (shown !== rendered && heldAt !== address) setShown(rendered);
  const hold = useCallback(() => {
    setHeldAt(address);
    return () => setHeldAt(null);
  }, [address]);
  return (
    <Holding value={hold}>
      <Fragment key={shown === first ? 'first' : shown}>{children}</Fragment>
    </Holding>
  );
}

/** Keeps the `Fresh` around from resetting its content while a dialog is open, as the user may have typed in it. */
export function useHeld(isOpen: boolean): void {
  const hold = use(Holding);
  useEffect(() => (isOpen ? hold() : undefined), [isOpen, hold]);
}
