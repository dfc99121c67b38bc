import type { Mail } from '@/lib/brand/mail/render';
import { decrypt } from '@/lib/core/secrets/encryption';
import type { TestDatabase } from './database';

/** The queued mails for a user, in order; null: for nobody, so that they are never sent. */
export async function queuedMails(database: TestDatabase, to: string | null): Promise<Mail[]> {
  const rows = await database.query<{ issuerId: string; id: string; payload: Buffer }>(
    `SELECT issuer_id AS "issuerId", id, payload FROM outbox WHERE topic = 'mail.send' AND payload IS NOT NULL ORDER BY id`
  );
  return rows
    .map(({ issuerId, id, payload }) => JSON.parse(decrypt('outbox', payload, `outbox/${issuerId}/${id}`).toString()))
    .filter((mail: Mail) => mail.to === to);
}
