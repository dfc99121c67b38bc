import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { type KeptPrincipal, type Principal, principalAgain } from '../../../access/policy/principal';
import { queueMail } from '../../../brand/mail/queue-mail';
import { mailLocale } from '../../../brand/mail/render';
import type { Origin } from '../../../core/audit/audit';
import { database, transaction } from '../../../core/database/database';
import type { Refusal } from '../../../core/entry/refusal';
import { fileName } from '../../../core/files/file-name';
import { translator } from '../../../core/language/texts';
import { now } from '../../../core/server/clock';
import { config } from '../../../core/server/config';
import { log } from '../../../core/server/log';
import { type Limit, useOnce } from '../../../core/server/rate-limit';
import { knownUser } from '../../../directory/people/known-user';
import { brandOf } from '../../../directory/people/people-mail';
import { programFeatures } from '../../../directory/programs/features';
import { timeZoneAt, todayAt } from '../../../directory/structure/reads/today';
import { addReceipt } from '../add-receipt';
import { noteRefused, ownerOfAddress } from './addresses';

const ORIGIN: Origin = { requestId: 'receipts-mail', address: '127.0.0.1', userAgent: 'receipts by mail' };

/** What one address takes; more of it is dropped. */
const MAILS: Limit = { name: 'receipt_mails', points: 60, seconds: 3600 };

/** The most files of a mail. */
const MOST_FILES = 20;

/** A smaller picture within a text is the logo of a signature. */
const SMALLEST_PICTURE = 10_240;

/** A file of a mail, and why it wasn't taken; null: it was. */
interface Brought {
  name: string;
  refusal: Refusal | null;
}

/**
 * Puts the files of a mail into the boxes of those to whom it is addressed, through the same door as uploads, and answers
 * each by mail: what was taken, and what was refused and why. Nothing is taken, and nothing answered, of a mail that its
 * owner didn't send (research 3.6), or that a machine sent. Taking it again is safe: a file goes into a box once.
 */
export async function takeMail(source: Uint8Array<ArrayBuffer>, recipients: readonly string[]): Promise<void> {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer' });
  if (isAutomatic(mail)) return;
  for (const localPart of new Set(recipients.map((address) => address.split('@')[0]?.toLowerCase() ?? ''))) {
    const owner = await ownerOfAddress(localPart);
    if (owner) await takeFor(owner, mail);
  }
}

async function takeFor(owner: KeptPrincipal, mail: Email): Promise<void> {
  const { issuerId, userId } = owner;
  if ((await useOnce(MAILS, `${issuerId}/${userId}`)) !== undefined) return;
  const [principal, user] = [await principalAgain(owner), await knownUser(database(), { issuerId, id: userId })];
  if (!principal || !user?.email || !(await programFeatures(principal)).has('transaction.review')) return;
  if (!isFrom(mail, user.email)) {
    await noteRefused(owner);
    log.warn({ issuerId, userId }, 'a mail to an address for receipts was not from its owner');
    return;
  }
  const brought: Brought[] = [];
  for (const file of filesOf(mail)) brought.push(await bring(principal, file));
  await answer(principal, { ...user, to: user.email }, brought);
}

/** Vacation notes and lists aren't answered (RFC 3834 section 2). */
const isAutomatic = ({ headers }: Email): boolean =>
  headers.some(
    ({ key, value }) =>
      (key === 'auto-submitted' && !/^no\b/i.test(value.trim())) ||
      (key === 'precedence' && /^(bulk|list|junk)/i.test(value.trim())) ||
      key === 'list-id'
  );

/**
 * Whether a mail is of an address: its one author, and, where the gateway's name is set, by the gateway's own result
 * (RFC 8601), which it writes above all others.
 */
function isFrom({ from, headers }: Email, email: string): boolean {
  if (from?.address?.toLowerCase() !== email.toLowerCase()) return false;
  const gateway = config().TESSERA_RECEIPTS_MAIL_GATEWAY;
  if (!gateway) return true;
  const [result] = headers.filter(({ key }) => key === 'authentication-results');
  const [name = '', ...methods] = result?.value.toLowerCase().split(';') ?? [];
  return name.trim().split(/\s/)[0] === gateway.toLowerCase() && methods.some((one) => /^\s*dmarc=pass\b/.test(one));
}

const filesOf = ({ attachments }: Email): Attachment[] =>
  attachments
    .filter(({ disposition, content }) => disposition === 'attachment' || sizeOf(content) >= SMALLEST_PICTURE)
    .slice(0, MOST_FILES);

const sizeOf = (content: Attachment['content']) => (typeof content === 'string' ? content.length : content.byteLength);

async function bring(principal: Principal, { filename, content }: Attachment): Promise<Brought> {
  const name = fileName(filename ?? '') || 'receipt';
  const entry = { takenOn: await todayAt(principal.issuerId), amount: null };
  const added = await addReceipt(principal, new File([content as ArrayBuffer], name), entry, ORIGIN);
  return { name, refusal: added.ok ? null : added.refusal };
}

/** Tells the owner of each file, in their language. */
async function answer(
  { issuerId }: Principal,
  { to, name, locale: wanted }: { to: string; name: string; locale: string | null },
  brought: readonly Brought[]
): Promise<void> {
  await transaction(async (tx) => {
    const brand = await brandOf(tx, issuerId, config().TESSERA_DEFAULT_BRAND);
    const locale = mailLocale(brand, wanted);
    const t = translator(locale, brand.texts[locale]);
    const lines = brought.map(({ name: file, refusal }) => ({
      text: refusal
        ? t('mail.receipts.refused', { file, reason: t(refusal.code, refusal.params) })
        : t('mail.receipts.taken', { file }),
      address: null
    }));
    await queueMail(tx, issuerId, {
      template: brought.length > 0 ? 'receipts_taken' : 'receipts_none',
      to,
      name,
      locale,
      lines,
      brandName: brand.name,
      params: {},
      at: now().toISOString(),
      timeZone: await timeZoneAt(issuerId, tx)
    });
  });
}
