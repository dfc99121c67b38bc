'use client';

import { Report } from '../../bulk/report';
import type { BulkState } from '../../listing/listing-bulk';
import { Focused } from '../../ui/focused';
import { usePostedForm } from '../../ui/use-posted-form';

interface Props {
  action: (state: BulkState, form: FormData) => Promise<BulkState>;
  hidden: Record<string, string>;
  back: string;
  change: string;
  texts: { confirm: string; change: string; back: string; sending: string; failed: string; serverDown: string };
}

/** Applies the confirmed allocation and shows the outcome. */
export function MassConfirm({ action, hidden, back, change, texts }: Props) {
  const { state, submit, send, pending } = usePostedForm<BulkState>(action, texts, { faults: [] });
  const { faults, report } = state;
  if (report)
    return (
      <>
        <Focused key={report.id} className={`message message-${report.kind}`} role="status">
          <Report report={report} />
        </Focused>
        <p>
          <a className="button" href={back}>
            {texts.back}
          </a>
        </p>
      </>
    );
  return (
    <form action={submit} onSubmit={send}>
      {faults.map(({ message }) => (
        <p key={message} className="message message-problem" role="alert">
          {message}
        </p>
      ))}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="form-actions">
        <button type="submit" className="primary" aria-disabled={pending || undefined}>
          {pending ? texts.sending : texts.confirm}
        </button>
        <a className="button" href={change}>
          {texts.change}
        </a>
      </div>
    </form>
  );
}
