'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmQuestion } from './confirm-question';
import type { Confirmation, ConfirmTexts } from './confirmation';
import { MenuButton } from './menu-button';

/** An action of a record: a link, to a page or to a file, or what a dialog confirms first. */
export type RecordAction = { id: string; label: string; icon?: ReactNode } & (
  | { href: string; download?: boolean }
  | { confirm: Confirmation }
);

interface Props {
  /** The name of the button, such as `More`. */
  label: string;
  icon?: ReactNode;
  iconOnly?: boolean;
  actions: readonly RecordAction[];
  texts: ConfirmTexts;
}

/**
 * The actions of a record beyond its first two, in one menu. Links and server actions only, so that a page on the server
 * can give it all that it needs.
 */
export function ActionsMenu({ label, icon, iconOnly, actions, texts }: Props) {
  const [asked, setAsked] = useState<{ id: string; times: number } | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (asked) dialog.current?.showModal();
  }, [asked]);
  const ask = (id: string) => setAsked((before) => ({ id, times: (before?.times ?? 0) + 1 }));
  const question = actions.find(({ id }) => id === asked?.id);
  return (
    <>
      <MenuButton
        label={label}
        icon={icon}
        iconOnly={iconOnly ?? false}
        entries={actions.map((action) => ({
          id: action.id,
          label: action.label,
          icon: action.icon,
          ...('href' in action
            ? { href: action.href, download: action.download ?? false }
            : { act: () => ask(action.id), danger: action.confirm.danger })
        }))}
      />
      {question && 'confirm' in question && (
        // Each time it begins without the faults of the last one.
        <ConfirmQuestion key={asked?.times} ref={dialog} confirmation={question.confirm} texts={texts} />
      )}
    </>
  );
}
