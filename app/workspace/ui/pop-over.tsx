'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import { useLoadedInIdleTime } from './in-idle-time';
import { useOpener } from './use-opener';

const loadDialog = () => import('./pop-over-dialog');
const PopOverDialog = lazy(loadDialog);

interface Props {
  /** The button's text, or with `iconOnly` its name; and the name of what it opens. */
  label: string;
  /** What the button shows in place of its name. */
  text?: ReactNode;
  icon?: ReactNode;
  iconOnly?: boolean;
  className?: string;
  placement?: 'bottom start' | 'bottom end';
  /** Loads what the content needs, with the first sign of intent. */
  load?: () => Promise<unknown>;
  openAtFirst?: boolean;
  onClose?: () => void;
  /** With a function, the content can close itself. */
  children: ReactNode | ((controls: { close: () => void }) => ReactNode);
}

/** A button that opens a small part over the page, such as the choices of a filter. */
export function PopOver({ label, text = label, icon, iconOnly = false, className, load, ...props }: Props) {
  const { placement = 'bottom start', openAtFirst = false, onClose, children } = props;
  const loadAll = () => Promise.all([loadDialog(), load?.()]);
  useLoadedInIdleTime(loadDialog);
  const { button, opened, isNeeded } = useOpener('dialog', loadAll, { openAtFirst });
  const onOpenChange = (isOpen: boolean) => {
    opened.onOpenChange(isOpen);
    if (!isOpen) onClose?.();
  };
  return (
    <>
      <button {...button} className={className} aria-label={iconOnly ? label : undefined}>
        {icon}
        {!iconOnly && text}
      </button>
      {isNeeded && (
        <Suspense>
          <PopOverDialog {...opened} {...{ label, placement, onOpenChange }}>
            {children}
          </PopOverDialog>
        </Suspense>
      )}
    </>
  );
}
