'use client';

import type { ReactNode } from 'react';
import { Dialog, Popover } from 'react-aria-components/Popover';
import type { Opened } from './use-opener';

interface Props extends Opened {
  label: string;
  placement: 'bottom start' | 'bottom end';
  children: ReactNode | ((controls: { close: () => void }) => ReactNode);
}

/** What a `PopOver` opens. */
export default function PopOverDialog({ label, placement, children, ...opened }: Props) {
  return (
    <Popover className="pop-over" placement={placement} aria-label={label} {...opened}>
      <Dialog className="pop-dialog" aria-label={label}>
        {typeof children === 'function' ? children({ close: () => opened.onOpenChange(false) }) : children}
      </Dialog>
    </Popover>
  );
}
