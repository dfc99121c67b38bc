'use client';

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useHeld } from './fresh';

const ModalDialogLeaf = lazy(() => import('./modal-dialog-leaf'));

export interface ModalDialogProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `alertdialog` for what must be answered: a click beside it doesn't close it. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** A dialog over the page, which waits for it. Its script loads when it first opens. */
export function ModalDialog(props: ModalDialogProps) {
  useHeld(props.open);
  const [isNeeded, setIsNeeded] = useState(props.open);
  if (props.open && !isNeeded) setIsNeeded(true);
  return isNeeded ? (
    <Suspense>
      <ModalDialogLeaf {...props} />
    </Suspense>
  ) : null;
}
