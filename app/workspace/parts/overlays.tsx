'use client';

import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ListFilter from 'lucide-react/icons/list-filter';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { ActionsMenu, type RecordAction } from '../ui/actions-menu';
import { MenuButton, type MenuEntry } from '../ui/menu-button';
import { ModalDialog } from '../ui/modal-dialog';
import { PopOver } from '../ui/pop-over';
import Tip from '../ui/tip';
import { toast } from '../ui/toasts';
import { Example } from './example';

const ENTRIES: MenuEntry[] = [
  { id: 'edit', label: 'Edit', icon: <Pencil />, href: '#main' },
  { id: 'copy', label: 'Make a copy', icon: <Copy />, act: () => toast('Copied.', () => void toast('Taken back.')) },
  { id: 'locked', label: 'Not now', disabled: true },
  { id: 'delete', label: 'Delete…', icon: <Trash2 />, danger: true, act: () => toast('It would ask first.') }
];

const ACTIONS: RecordAction[] = [
  { id: 'open', label: 'Open', href: '#main' },
  {
    id: 'delete',
    label: 'Delete…',
    icon: <Trash2 />,
    confirm: {
      question: 'Delete the template?',
      explanation: 'This can’t be undone.',
      confirmLabel: 'Yes, delete',
      danger: true,
      action: async () => ({ faults: [{ message: 'It is in use by 3 people.' }], values: {} })
    }
  }
];

/** What floats over the page, in the scheme that this browser shows. */
export function Overlays() {
  const [open, setOpen] = useState(false);
  return (
    <Example name="MenuButton, ActionsMenu, PopOver, ModalDialog, Tip, toast">
      <MenuButton label="More" entries={ENTRIES} />
      <MenuButton label="More, as an icon" icon={<Ellipsis />} iconOnly rank="quiet" entries={ENTRIES} />
      <ActionsMenu
        label="Actions"
        actions={ACTIONS}
        texts={{ cancel: 'Cancel', failed: 'Could not be saved.', serverDown: 'The server does not answer.' }}
      />
      <PopOver label="Filter" icon={<ListFilter />}>
        {({ close }) => (
          <div className="pop-form">
            <p>The choices of a filter.</p>
            <button type="button" className="primary" onClick={close}>
              Show 12 rows
            </button>
          </div>
        )}
      </PopOver>
      <button type="button" onClick={() => setOpen(true)}>
        Dialog
      </button>
      <ModalDialog title="Close the account?" role="alertdialog" open={open} onOpenChange={setOpen}>
        <p>Nobody can pay with it from now on. This can’t be undone.</p>
        <div className="actions">
          <button type="button" className="danger" onClick={() => setOpen(false)}>
            Yes, close it
          </button>
          <button type="button" onClick={() => setOpen(false)}>
            Cancel
          </button>
        </div>
      </ModalDialog>
      <Tip text="Arrived on Friday">
        <button type="button" className="quiet">
          Tip
        </button>
      </Tip>
      <button
        type="button"
        onClick={() => toast('Approved 3 transactions.', () => void toast('Not approved any more.'))}
      >
        Toast
      </button>
    </Example>
  );
}
