'use client';

import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { ModalDialogProps } from './modal-dialog';

/** What `ModalDialog` loads. */
export default function ModalDialogLeaf({ title, open, onOpenChange, role = 'dialog', children }: ModalDialogProps) {
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
