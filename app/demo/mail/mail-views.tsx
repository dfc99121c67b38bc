import type { CaughtMail, caughtMails } from '@/lib/mail/catcher';
import type { PortalView } from '../../sdportal/portal-page';

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** The list of caught mails. */
export const mailListView: PortalView<{ mails: Awaited<ReturnType<typeof caughtMails>> }> = {
  component: 'demo-mail',
  title: () => 'Caught mail – demo',
  render: (_page, { mails }) => (
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
                {recipients.join(', ')} · {FORMAT.format(receivedAt)} UTC
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
};

/** One caught mail, as HTML and as text. */
export const mailView: PortalView<{ id: string; mail: CaughtMail }> = {
  component: 'demo-mail-message',
  title: (_page, { mail }) => `${mail.subject} – demo`,
  render: (_page, { id, mail }) => (
    <div className="card wide">
      <a href="/demo/mail">All caught mail</a>
      <h1>{mail.subject}</h1>
      <p>
        From {mail.from}
        <br />
        To {mail.to}
        <br />
        {FORMAT.format(mail.date)} UTC
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
  )
};
