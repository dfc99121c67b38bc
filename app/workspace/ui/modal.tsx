'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { DismissButton, Overlay } from 'react-aria/Overlay';
import { ariaHideOutside } from 'react-aria/private/overlays/ariaHideOutside';
import { useOverlay } from 'react-aria/useOverlay';
import { usePreventScroll } from 'react-aria/usePreventScroll';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';

interface Props {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** A press beside it closes it. */
  isDismissable: boolean;
  /** The classes of what covers the page, and of what stands on it. */
  cover: string;
  className: string;
  /** React Aria's Dialog. */
  children: ReactNode;
}

/**
 * What covers the page and keeps the focus until it is closed. It is React Aria's Modal but that the page behind it is
 * hidden from screen readers instead of inert, which makes the browser compute the style of each of its elements: presses
 * reach what covers it, and the keyboard's focus can't leave (decision 0208).
 */
export function Modal({ isOpen, ...props }: Props) {
  return isOpen ? <OpenModal {...props} /> : null;
}

function OpenModal({ onOpenChange, isDismissable, cover, className, children }: Omit<Props, 'isOpen'>) {
  const modal = useRef<HTMLDivElement>(null);
  const state = useOverlayTriggerState({ isOpen: true, onOpenChange });
  const { overlayProps } = useOverlay({ isOpen: true, onClose: state.close, isDismissable }, modal);
  usePreventScroll();
  useEffect(() => (modal.current ? ariaHideOutside([modal.current]) : undefined), []);
  return (
    <Overlay shouldContainFocus>
      <div className={cover}>
        <div ref={modal} className={className} {...overlayProps}>
          {isDismissable && <DismissButton onDismiss={state.close} />}
          <OverlayTriggerStateContext value={state}>{children}</OverlayTriggerStateContext>
        </div>
      </div>
    </Overlay>
  );
}
