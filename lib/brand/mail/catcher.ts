import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { database } from '../../core/database/database';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { log } from '../../core/server/log';

const KEPT = 200;
const MAX_BYTES = 1_048_576;

const place = globalThis as typeof globalThis & { tesseraCatcher?: string };

/** Where the demo's mail catcher listens, when it does: `smtp://127.0.0.1:port`. */
export function catcherAddress(): string | undefined {
  return place.tesseraCatcher;
}

/** Starts a mail server on the loopback interface that stores its mail for the demo's mail page. */
export async function startCatcher(): Promise<() => Promise<void>> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        keep(
          Buffer.concat(chunks),
          session.envelope.rcptTo.map(({ address }) => address)
        ).then(
          () => callback(),
          (err) => {
            log.error({ err }, 'a caught mail could not be kept');
            callback(err as Error);
          }
        );
      });
    }
  });
  server.on('error', (err) => log.warn({ err }, 'the mail catcher met an error'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  place.tesseraCatcher = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function keep(source: Buffer<ArrayBuffer>, recipients: string[]): Promise<void> {
  const { messageId, subject, from } = await PostalMime.parse(source);
  const mail = { id: newId(), receivedAt: now(), messageId: messageId ?? newId(), sender: from?.address ?? '' };
  await database().caughtMail.createMany({
    data: { ...mail, recipients, subject: subject ?? '', source },
    skipDuplicates: true
  });
  await database().$executeRaw`
    DELETE FROM caught_mails WHERE id NOT IN (SELECT id FROM caught_mails ORDER BY received_at DESC, id DESC LIMIT ${KEPT})`;
}

/** The stored mail, newest first; that of one recipient if given. */
export function caughtMails(recipient?: string) {
  return database().caughtMail.findMany({
    where: recipient ? { recipients: { has: recipient } } : {},
    select: { id: true, receivedAt: true, recipients: true, subject: true },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: KEPT
  });
}

export interface CaughtMail {
  subject: string;
  from: string;
  to: string;
  date: Date;
  text: string;
  html: string;
}

/** One caught mail, decoded; null when there is none of that id. */
export async function caughtMail(id: string): Promise<CaughtMail | null> {
  const row = await database().caughtMail.findUnique({ where: { id } });
  if (!row) return null;
  const { subject, from, to, html, text, attachments } = await PostalMime.parse(row.source, {
    attachmentEncoding: 'base64'
  });
  const inline = new Map(
    attachments.map(({ contentId, mimeType, content }) => [
      contentId?.slice(1, -1),
      `data:${mimeType};base64,${content}`
    ])
  );
  const named = (person: { name?: string; address?: string } | undefined) =>
    person ? `${person.name ?? ''} <${person.address ?? ''}>`.trim() : '';
  return {
    subject: subject ?? '',
    from: named(from),
    to: (to ?? []).map(named).join(', '),
    date: row.receivedAt,
    // As a mail program shows inline images.
    html: (html ?? '').replace(/(?<=src=")cid:([^"]+)/g, (source, id) => inline.get(id) ?? source),
    text: text ?? ''
  };
}
