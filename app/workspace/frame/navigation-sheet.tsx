'use client';

import { X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Modal';
import { Modal } from '../ui/modal';
import { Navigation } from './navigation';
import type { ThumbBarProps } from './thumb-bar';

interface Props extends ThumbBarProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The whole navigation on a phone. */
export default function NavigationSheet({ levels, texts, folded, isOpen, onOpenChange }: Props) {
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange} isDismissable cover="sheet-overlay" className="sheet">
      <Dialog aria-label={texts.more} className="sheet-dialog">
        <Button slot="close" className="quiet icon-button sheet-close" aria-label={texts.close}>
          <X size={20} aria-hidden="true" />
        </Button>
        <Navigation {...{ levels, texts, folded }} />
      </Dialog>
    </Modal>
  );
}
