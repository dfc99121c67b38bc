import type { Metadata } from 'next';
import { caughtMails } from '@/lib/brand/mail/catcher';
import { timeOf } from './time';

interface Props {
  searchParams: Promise<{ to?: string | string[] }>;
}

export const metadata: Metadata = { title: 'Caught mail – demo' };

/** The messages in the demo's mail catcher, newest first; `?to=` filters by recipient. */
export default async function CaughtMailsPage({ searchParams }: Props) {
  const mails = await caughtMails([(await searchParams).to].flat()[0]);
  return (
    <div className="card wide">
      <h1>Caught mail</h1>
      <p>Every mail of this demo ends here, and goes nowhere else. Reload the page to see what has come since.</p>
      {mails.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <ul className="mails">
          {mails.map(({ id, receivedAt, recipients, subject }) => (
            <li key={id}>
              <a href={`/demo/mail/${id}`}>{subject}</a>
              <span>
                {recipients.join(', ')} · {timeOf(receivedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
