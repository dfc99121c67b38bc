'use client';

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import ModalDialog from '../ui/modal-dialog-leaf';
import type { KeyGroup, ShortcutTexts } from './shortcuts';

interface Props {
  groups: KeyGroup[];
  texts: ShortcutTexts;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The setting that turns the keys off. */
  children: ReactNode;
}

/** The overlay that lists the keys. */
export default function ShortcutList({ groups, texts, isOpen, onOpenChange, children }: Props) {
  return (
    <ModalDialog title={texts.title} open={isOpen} onOpenChange={onOpenChange}>
      <div className="shortcuts">
        {groups.map((group) => (
          <KeyList key={group.title} {...group} />
        ))}
      </div>
      {children}
      <div className="actions">
        <Button slot="close">{texts.close}</Button>
      </div>
    </ModalDialog>
  );
}

function KeyList({ title, lines }: KeyGroup) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
