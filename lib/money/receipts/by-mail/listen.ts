import { SMTPServer } from 'smtp-server';
import { config } from '../../../core/server/config';
import { log } from '../../../core/server/log';
import { receiptDomain } from './addresses';
import { takeMail } from './take-mail';

/** A mail of 16 MB has three files of 4 MB (C5.065), which travel as text. */
const MAX_BYTES = 16 * 1024 ** 2;

/** The most connections at once, whose mails are in memory. */
const MOST_CLIENTS = 16;

const MOST_RECIPIENTS = 5;

const PATIENCE_MILLIS = 60_000;

interface Answer extends Error {
  responseCode?: number;
}
const refusing = (responseCode: number, message: string): Answer => Object.assign(new Error(message), { responseCode });

/**
 * Takes mails with receipts by SMTP (RFC 5321), until the returned function is called; off unless a port and a domain are
 * set. It relays nothing. Every address of the domain is answered alike, so that nobody learns which of them exist; a mail
 * is accepted once its files are kept, and asked for again when they couldn't be.
 */
export async function listenForReceipts(
  port: number | undefined = config().TESSERA_RECEIPTS_MAIL_PORT,
  domain: string | undefined = receiptDomain()
): Promise<() => Promise<void>> {
  if (port === undefined || !domain) return async () => {};
  const server = new SMTPServer({
    name: domain,
    banner: 'Tessera',
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    // The bank's own gateway is the only client, in the bank's own network.
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    maxClients: MOST_CLIENTS,
    socketTimeout: PATIENCE_MILLIS,
    onRcptTo({ address }, session, callback) {
      if (address.split('@')[1]?.toLowerCase() !== domain.toLowerCase())
        return callback(refusing(550, '5.7.1 We do not relay'));
      if (session.envelope.rcptTo.length >= MOST_RECIPIENTS)
        return callback(refusing(452, '4.5.3 Too many recipients'));
      callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_BYTES) chunks.push(chunk);
        else chunks.length = 0;
      });
      stream.on('end', () => {
        if (size > MAX_BYTES) return callback(refusing(552, '5.3.4 The mail is too large'));
        takeMail(
          new Uint8Array(Buffer.concat(chunks)),
          session.envelope.rcptTo.map(({ address }) => address)
        ).then(
          () => callback(),
          (err: unknown) => {
            log.error({ err }, 'a mail with receipts could not be taken');
            callback(refusing(451, '4.3.0 Try again later'));
          }
        );
      });
    }
  });
  server.on('error', (err) => log.warn({ err }, 'the server for mails with receipts met an error'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      resolve();
    });
  });
  log.info({ port, domain }, 'listening for mails with receipts');
  return () => new Promise((resolve) => server.close(() => resolve()));
}
