'use client';

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components/Popover';

interface Props {
  /** The button's text, and the name of what it opens. */
  label: string;
  icon?: ReactNode;
  className?: string;
  /** With a function, the content can close itself. */
  children: ReactNode | ((controls: { close: () => void }) => ReactNode);
}

/** A button that opens a small part over the page, such as the choices of a filter. */
export function PopOver({ label, icon, className, children }: Props) {
  return (
    <DialogTrigger>
      <Button {...(className !== undefined && { className })}>
        {icon}
        {label}
      </Button>
      <Popover className="pop-over">
        <Dialog className="pop-over-content" aria-label={label}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
