'use client';

import { useState } from 'react';
import type { PictureTexts } from '../receipts/large-picture';
import { Picture } from '../receipts/picture';
import type { ShownBoxed, ShownReceipts } from '../receipts/shown';
import type { FormTexts } from '../ui/form-texts';
import { guarded } from '../ui/guarded-action';
import { toast } from '../ui/toasts';
import type { AttachmentsState } from './shown';

type Act = (state: AttachmentsState, form: FormData) => Promise<AttachmentsState>;

/** What matches the reader's receipts to a record. */
export interface ReceiptTools {
  shown: ShownReceipts;
  match: Act;
  detach: Act;
  texts: Record<'detach' | 'detached' | 'heading' | 'match', string>;
}

interface Shared {
  tools: ReceiptTools;
  state: AttachmentsState;
  hidden: Record<string, string>;
  show: (state: AttachmentsState) => void;
  formTexts: FormTexts;
}

/** Sends one receipt at a time; a fault is a toast. */
function useReceiptAct({ state, hidden, show, formTexts }: Shared) {
  const [isSending, setSending] = useState(false);
  async function act(action: Act, id: string): Promise<boolean> {
    if (isSending) return false;
    setSending(true);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...hidden, id })) form.set(name, value);
    const next = await guarded(action, formTexts)(state, form);
    setSending(false);
    const [fault] = next.faults;
    if (fault) toast(fault.message);
    show({ ...next, faults: [] });
    return !fault;
  }
  return { isSending, act };
}

/** Takes the reader's own receipt off the record, back into the box; the toast takes that back. */
export function DetachButton({ receiptId, name, ...shared }: Shared & { receiptId: string; name: string }) {
  const { tools, formTexts } = shared;
  const { isSending, act } = useReceiptAct(shared);
  async function press() {
    if (await act(tools.detach, receiptId))
      toast(tools.texts.detached.replace('{name}', name), async () => {
        await act(tools.match, receiptId);
      });
  }
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`${tools.texts.detach}: ${name}`}
      aria-disabled={isSending}
      onClick={press}
    >
      {isSending ? formTexts.sending : tools.texts.detach}
    </button>
  );
}

/** The receipts in the reader's box, each to be matched to the record at once. */
export function OwnReceipts({
  box,
  pictureTexts,
  ...shared
}: Shared & { box: ShownBoxed[]; pictureTexts: PictureTexts }) {
  const { tools, formTexts } = shared;
  const { isSending, act } = useReceiptAct(shared);
  return (
    <section aria-labelledby="own-receipts">
      <h3 id="own-receipts">{tools.texts.heading}</h3>
      <ul className="records">
        {box.map(({ id, day, ...file }) => (
          <li key={id}>
            <div className="attached">
              <Picture file={file} texts={pictureTexts} />
              <div className="attached-name">
                {file.name}
                <span className="support">{day}</span>
              </div>
            </div>
            <button
              type="button"
              aria-label={`${tools.texts.match}: ${file.name}`}
              aria-disabled={isSending}
              onClick={() => act(tools.match, id)}
            >
              {isSending ? formTexts.sending : tools.texts.match}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
