import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { database } from '../../core/database/database';
import { onOwnConnection } from '../../core/database/own-connection';
import { jsonOf, readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { authorIds } from '../approvals/authors';
import { issuerOf } from './feeds';
import { FEED_FIELDS, type FeedField, type Layout } from './mapping';
import { rowReader, textsReader } from './read-row';
import { type KeptRow, maskedText, openRow, sealedRow } from './rejects';
import { rejectToSettle } from './reprocess';
import type { Reason, RowTexts } from './row';
import { type KeptReject, openRows, readingOf, recordOf, tryAgain } from './try-again';

/** A field of a rejected row as it may be displayed and corrected. */
export interface RejectField {
  field: FeedField;
  /** Long numbers show only their last four digits. */
  text: string;
  /** Whether a user replaced the file's value. */
  corrected: boolean;
}

const seenRejectRow = z.strictObject({
  id: z.string(),
  issuerId: z.string(),
  feedId: z.string(),
  fileName: z.string(),
  row: z.number(),
  shown: z.string(),
  state: z.enum(['open', 'settled', 'dismissed']),
  reasons: z.array(jsonOf<Reason>()),
  content: z.instanceof(Uint8Array)
});

/** A rejected row with its fields. */
export interface SeenReject extends Omit<z.infer<typeof seenRejectRow>, 'content'> {
  /** Empty if the row as a whole is unreadable. */
  fields: RejectField[];
}

const MASK = '•';

/** The correction of a field. */
export const correctedText = z
  .string()
  .trim()
  .max(300)
  .refine((text) => !/\p{Cc}/u.test(text), 'control.characters.refused');

/** The corrections of a row's fields; '' clears the file's value. */
export const correctionSchema = z.partialRecord(z.enum(FEED_FIELDS), correctedText);

/** A rejected row that the principal sees, or null. */
export async function seenReject(principal: Principal, id: string): Promise<SeenReject | null> {
  if (!may(principal, 'feeds', 'view')) return null;
  const [found] = await readRows(database(), seenRejectRow)`
    SELECT r.id, r.issuer_id AS "issuerId", r.feed_id AS "feedId", f.file_name AS "fileName", r.row, r.shown,
      r.state::text, r.reasons, r.content
    FROM feed_rejects r JOIN feeds f ON (f.issuer_id, f.id) = (r.issuer_id, r.feed_id) ${issuerOf('r')}
    WHERE r.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  if (!found) return null;
  const { content, ...reject } = found;
  // A user who can't settle rows doesn't need their field values.
  const reading =
    reject.state === 'open' && may(principal, 'feeds', 'run') ? await readingOf(reject.issuerId, reject.feedId) : null;
  if (!reading) return { ...reject, fields: [] };
  const kept = openRow(reject.issuerId, reject.id, content);
  return { ...reject, fields: fieldsOf(reading.layout, kept, reject) };
}

/** The correctable fields with their current values. */
function fieldsOf(layout: Layout, kept: KeptRow, { row, reasons }: Pick<SeenReject, 'row' | 'reasons'>): RejectField[] {
  const record = recordOf(layout, kept, row);
  if (record.fault) return [];
  const texts = { ...textsReader(layout)(record), ...kept.corrected };
  return FEED_FIELDS.filter((field) => layout.fields[field] && mayCorrect(field, reasons)).map((field) => ({
    field,
    text: shownText(field, texts[field] ?? ''),
    corrected: kept.corrected?.[field] !== undefined
  }));
}

/** The displayable text of a field: of a value in place of a card number only the end, whatever its form. */
function shownText(field: FeedField, text: string): string {
  const masked = maskedText(text);
  return field === 'cardNumber' && masked === text && text.length > 4 ? `${MASK.repeat(4)}${text.slice(-4)}` : masked;
}

/** A reference identifies a transaction across files, so only an invalid one can be corrected. */
const mayCorrect = (field: FeedField, reasons: readonly Reason[]) =>
  field !== 'sourceReference' || reasons.some((reason) => reason.field === 'sourceReference');

/**
 * Corrects fields of a rejected row and processes it again. The corrections are stored even if the row still can't be
 * booked; returns whether it was. Refuses a number that still contains its mask.
 */
export async function correctReject(
  principal: Principal,
  id: string,
  correction: z.infer<typeof correctionSchema>,
  origin: Origin
): Promise<Result<{ booked: boolean }>> {
  const found = await rejectToSettle(principal, id);
  if (!found.ok) return found;
  const { feedId, row } = found.value;
  const { issuerId } = principal;
  const seen = await seenReject(principal, id);
  const reading = await readingOf(issuerId, feedId);
  if (!seen || !reading) return refused({ code: 'not.found' });
  const changed = seen.fields.filter(
    ({ field, text }) => correction[field] !== undefined && correction[field] !== text
  );
  const masked = changed.find(({ field }) => correction[field]?.includes(MASK));
  if (masked) return refused({ code: 'feed.correction.masked', field: masked.field });
  if (changed.length === 0) return refused({ code: 'feed.correction.none' });
  const place = { issuerId, feedId, mappingId: reading.mappingId };
  const written = Object.fromEntries(changed.map(({ field }) => [field, correction[field]])) as RowTexts;
  const authors = await authorIds(database(), principal);
  const settled = await onOwnConnection(async (client, tx) => {
    const [open] = await openRows(client, place, row - 1, row);
    if (!open) return null;
    const before = openRow(issuerId, open.id, open.content);
    const after: KeptRow = {
      ...before,
      corrected: { ...before.corrected, ...written },
      correctedBy: [...new Set([...(before.correctedBy ?? []), ...authors])]
    };
    const content = sealedRow(issuerId, open.id, after);
    const { accountName } = rowReader(reading.layout, now())(recordOf(reading.layout, after, row), after.corrected);
    await client.query('UPDATE feed_rejects SET content = $3, account_name = $4 WHERE issuer_id = $1 AND id = $2', [
      issuerId,
      open.id,
      content,
      accountName
    ]);
    const kept: KeptReject = { ...open, content: Buffer.from(content) };
    const booked = await tryAgain(client, place, reading.layout, [kept]);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'feed.reject_corrected',
      entity: 'feed',
      entityId: feedId,
      nodeId: issuerId,
      // The field names only: values could contain a card number.
      details: { row, fields: changed.map(({ field }) => field).join(', '), booked: booked > 0 }
    });
    return booked;
  });
  if (settled === null) return refused({ code: 'feed.reject.settled' });
  return accepted({ booked: settled > 0 });
}
