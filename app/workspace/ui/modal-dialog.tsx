'use client';

import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';

interface Props {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `alertdialog` for what must be answered: a click beside it doesn't close it. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** A dialog over the page, which waits for it. */
export function ModalDialog({ title, open, onOpenChange, role = 'dialog', children }: Props) {
  return (
    <ModalOverlay className="overlay" isOpen={open} onOpenChange={onOpenChange} isDismissable={role === 'dialog'}>
      <Modal className="dialog">
        <Dialog role={role} className="dialog-content">
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
