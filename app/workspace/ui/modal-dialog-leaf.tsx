'use client';

import { Dialog, Heading } from 'react-aria-components/Modal';
import { Modal } from './modal';
import type { ModalDialogProps } from './modal-dialog';

/** What `ModalDialog` loads. */
export default function ModalDialogLeaf({ title, open, onOpenChange, role = 'dialog', children }: ModalDialogProps) {
  return (
    <Modal
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable={role === 'dialog'}
      cover="overlay"
      className="dialog"
    >
      <Dialog role={role} className="dialog-content">
        <Heading slot="title">{title}</Heading>
        {children}
      </Dialog>
    </Modal>
  );
}
