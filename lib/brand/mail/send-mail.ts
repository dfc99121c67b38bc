import { buffer } from 'node:stream/consumers';
import nodemailer, { type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import type { Transaction } from '../../core/database/database';
import { readLargeFile } from '../../core/files/large-files';
import { storedFile } from '../../core/files/stored-files';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { type OutboxEntry, Undeliverable } from '../../core/server/outbox';
import { brandImage } from '../brands/images';
import { catcherAddress } from './catcher';
import { FOOTER, LOGO, type Mail, renderMail } from './render';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const place = globalThis as typeof globalThis & { tesseraMail?: Transporter };

/** Mails contain codes and links: they leave this machine only over TLS (ASVS 12.3.1). */
export function transportTo(address: string): Transporter {
  return nodemailer.createTransport({
    url: address,
    requireTLS: !LOOPBACK.test(new URL(address).hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 5_000
  } as SMTPTransport.Options);
}

function transport(): Transporter {
  const address = config().SMTP_URL ?? catcherAddress();
  if (!address) throw new Error('SMTP_URL is not set, so no mail can be sent');
  place.tesseraMail ??= transportTo(address);
  return place.tesseraMail;
}

/** The SMTP commands whose rejection concerns the recipient or the content, as nodemailer names them. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

interface SMTPError {
  responseCode: number;
  command: string;
}

/**
 * Sends one mail. Its Message-ID comes from the outbox entry: if the process dies after the server has accepted it, the
 * second copy is recognizable as a duplicate.
 */
export async function sendMail(tx: Transaction, { issuerId, id, payload }: OutboxEntry): Promise<void> {
  const queued = payload as Mail;
  const footer = await footerOf(tx, issuerId, queued);
  const mail = footer ? queued : { ...queued, footerId: undefined };
  if (mail.expiresAt && new Date(mail.expiresAt) <= now())
    throw new Undeliverable('the mail came too late to be of use');
  const { from, subject, html, text, logo } = await renderMail(mail, config().TESSERA_DEFAULT_BRAND);
  if (mail.to === null) return;
  const file = await fileOf(issuerId, mail);
  const attachments = [await logoOf(logo), footer, attachedOf(mail), file].filter((each) => each !== null);
  const address = from.address ?? config().MAIL_FROM;
  try {
    await transport().sendMail({
      messageId: `<${id}@${address.split('@')[1]}>`,
      from: { name: from.name, address },
      to: { name: mail.name, address: mail.to },
      subject,
      html,
      text,
      attachments,
      // RFC 3834: suppresses vacation notices.
      headers: { 'Auto-Submitted': 'auto-generated' }
    });
  } catch (error) {
    const { responseCode = 0, command = '', message } = error as Partial<SMTPError> & Error;
    // RFC 5321 section 4.2.1: 5yz is permanent. Not if the server rejects us (the sender, its sign-in): operators can
    // fix that, and no mail is lost meanwhile.
    if (responseCode >= 500 && ABOUT_THE_MAIL.includes(command)) throw new Undeliverable(message);
    throw error;
  }
}

/** The brand's logo, if it still exists. */
async function logoOf(fileName: string | null) {
  const image = fileName && (await brandImage('logo', fileName));
  if (!image) return null;
  return { filename: fileName, content: Buffer.from(image.bytes), contentType: image.mediaType, cid: LOGO };
}

const attachedOf = ({ attached }: Mail) =>
  attached ? { filename: attached.name, content: attached.content, contentType: 'application/json' } : null;

/** The file that a mail is about. @throws Undeliverable if it isn't kept any more */
async function fileOf(issuerId: string, { attachedFile }: Mail) {
  if (!attachedFile) return null;
  const { fileId: id, name, mediaType } = attachedFile;
  const content = await buffer(readLargeFile({ issuerId, id }));
  if (content.length === 0) throw new Undeliverable('the file of the mail is gone');
  return { filename: name, content, contentType: mediaType };
}

/** The image of a mail, if it still exists. */
async function footerOf(tx: Transaction, issuerId: string, { footerId }: Mail) {
  if (footerId === undefined) return null;
  const file = await storedFile(tx, { issuerId, id: footerId });
  return file && { filename: file.name, content: Buffer.from(file.bytes), contentType: file.mediaType, cid: FOOTER };
}
