import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  url: string;
  /** Every mail handed over so far, in order. */
  received: (Email & { recipients: string[] })[];
  /** The mail that comes next to an address, or has come unseen. */
  next: (address: string, within?: number) => Promise<Email>;
  /** Makes the server misbehave: called before a mail is accepted. */
  onData: ((count: number) => Promise<Error | null>) | null;
  close: () => Promise<void>;
}

/** A real mail server on the loopback interface. */
export async function startMailbox(): Promise<Mailbox> {
  const seen = new Map<string, number>();
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', async () => {
        const refusal = await box.onData?.(++count);
        if (refusal) return callback(refusal);
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        box.received.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
        callback();
      });
    }
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as { port: number };
  const box: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    onData: null,
    async next(address, within = 15_000) {
      const to = () => box.received.filter(({ recipients }) => recipients.includes(address));
      const until = Date.now() + within;
      const already = seen.get(address) ?? 0;
      while (to().length <= already) {
        if (Date.now() > until) throw new Error(`no mail came to ${address}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      seen.set(address, already + 1);
      return to()[already] as Email;
    },
    close: () => new Promise((resolve) => server.close(() => resolve()))
  };
  return box;
}

/** The six digits of a one-time passcode mail. */
export function codeIn(mail: Email): string {
  return /^\s+(\d{6})\s*$/m.exec(mail.text ?? '')?.[1] ?? '';
}

/** The address of the button of a mail. */
export function linkIn(mail: Email): URL {
  return new URL(/https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? 'about:blank');
}
