import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { NotFound } from '@/app/sdportal/not-found-message';
import { type CaughtMail, caughtMail } from '@/lib/brand/mail/catcher';
import { answerWith } from '@/lib/core/http/requests';
import { demoContext } from '../../demo-page';
import { timeOf } from '../time';

interface Props {
  params: Promise<{ id: string }>;
}

async function mailOf({ params }: Props): Promise<CaughtMail | null> {
  const { id } = await params;
  return /^[0-9a-f-]{36}$/.test(id) ? caughtMail(id) : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${(await mailOf(props))?.subject ?? 'Caught mail'} – demo` };
}

/** One caught mail, as HTML and as text. */
export default async function CaughtMailPage(props: Props) {
  const { id } = await props.params;
  const mail = await mailOf(props);
  if (!mail) {
    answerWith((await headers()).get('x-request-id') ?? '', 404);
    return <NotFound page={await demoContext()} />;
  }
  return (
    <div className="card wide">
      <a href="/demo/mail">All caught mail</a>
      <h1>{mail.subject}</h1>
      <p>
        From {mail.from}
        <br />
        To {mail.to}
        <br />
        {timeOf(mail.date)}
      </p>
      <iframe title="The mail as HTML" src={`/demo/mail/${id}/html`} sandbox="allow-popups" />
      <h2>As text</h2>
      <pre>{mail.text}</pre>
      <p>
        {[...new Set(mail.text.match(/https?:\/\/\S+/g))].map((address) => (
          <a key={address} href={address}>
            Open the link of this mail
          </a>
        ))}
      </p>
    </div>
  );
}
