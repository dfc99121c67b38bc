'use client';

import type { ReactNode } from 'react';
import { OPEN } from './listing-address';
import { useListingPlace } from './listing-place';

/** Where a panel stands beside the list; on a narrower screen a row opens its page. */
const WIDE = '(min-width: 75rem)';

/** Opens the rows within in the panel beside the list instead of on their pages; with a modifier key the link leads on. */
export function RowOpener({ children }: { children: ReactNode }) {
  const { go } = useListingPlace();
  return (
    // The links within are what keys and screen readers use: this only changes where they lead.
    <div
      onClickCapture={(event) => {
        const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
        if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return;
        const row = target.closest('.listing-name a')?.closest<HTMLElement>('tr[data-row]');
        if (!row?.dataset.row || !matchMedia(WIDE).matches) return;
        event.preventDefault();
        event.stopPropagation();
        go({ [OPEN]: row.dataset.row });
      }}
    >
      {children}
    </div>
  );
}
