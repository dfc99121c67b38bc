import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  url: string;
  /** Every mail handed over so far, in order. */
  received: (Email & { recipients: string[] })[];
  /** The mail that comes next to an address, or has come unseen. */
  next: (address: string, within?: number) => Promise<Email>;
  /** Makes the server misbehave: called with a mail before it is accepted. */
  onData: ((mail: Email) => Promise<Error | null>) | null;
  /** Refuses whoever sends, before there is a mail. */
  onSender: (() => Error | null) | null;
  /** Breaks every connection, as a server that dies does. */
  drop: () => void;
  close: () => Promise<void>;
}

/** A real mail server on the loopback interface. */
export async function startMailbox({ port: wanted = 0 } = {}): Promise<Mailbox> {
  const seen = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: (_address, _session, callback) => callback(box.onSender?.() ?? null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const refusal = await box.onData?.(mail);
        if (refusal) return callback(refusal);
        box.received.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
        callback();
      });
    }
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as { port: number };
  const box: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    onData: null,
    onSender: null,
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
    drop: () => {
      for (const socket of sockets) socket.destroy();
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
