'use client';

import { type ReactNode, useState } from 'react';
import { AskedForm, type Confirmation, type ConfirmTexts } from './confirm-form';
import { MenuButton } from './menu-button';
import { ModalDialog } from './modal-dialog';

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
  const [asked, setAsked] = useState<string | null>(null);
  const close = () => setAsked(null);
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
            : { act: () => setAsked(action.id), danger: action.confirm.danger })
        }))}
      />
      {actions.map(
        (action) =>
          'confirm' in action && (
            <ModalDialog
              key={action.id}
              title={action.confirm.question}
              open={asked === action.id}
              onOpenChange={close}
            >
              <AskedForm confirmation={action.confirm} texts={texts} close={close} />
            </ModalDialog>
          )
      )}
    </>
  );
}
