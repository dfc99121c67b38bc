import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { MAX_UPLOAD_BYTES } from '@/lib/core/files/spreadsheet-package';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { AttachedTo } from '@/lib/kit/attachments/attachable';
import { ATTACHMENT_KINDS } from '@/lib/kit/attachments/attached-name';
import { attachmentsOf } from '@/lib/kit/attachments/attachments';
import { readingsOf } from '@/lib/money/reading/evidence';
import { type SameFile, sameFiles } from '@/lib/money/receipts/same-files';
import { seenTransactions } from '@/lib/money/transactions/transactions';
import { type ShownReceipts, sameSentence } from '../receipts/shown';
import { type ShownEvidence, shownEvidence } from '../receipts/shown-evidence';
import type { FieldSpec } from '../ui/field-spec';
import { fileRules } from '../ui/file-rules';
import type { FormState } from '../ui/form-state';
import type { Formats } from '../ui/formats';
import { type Pictured, picturedOf } from './pictured';

interface Reader {
  principal: Principal;
  locale: Locale;
  t: Translate;
  format: Formats;
}

/** An attachment as the panel shows it, in the reader's language. */
export interface ShownAttachment {
  id: string;
  name: string;
  pictured: Pictured;
  size: string;
  by: string;
  at: string;
  /** The question before it is removed. */
  question: string;
  /** Where the same file is too, in a sentence. */
  same: string | null;
  /** What of the transaction was found on it. */
  evidence: ShownEvidence | null;
}

/** What the panel of a record shows: its files, and the outcome of what was done last. */
export interface AttachmentsState extends FormState {
  files: ShownAttachment[];
  told?: string;
  /** The reader's receipts beside the record, if that has changed. */
  receipts?: ShownReceipts;
}

/** The attachments of a record as the panel shows them; null if the reader doesn't see it. */
export async function shownAttachments(
  { principal, locale, t, format }: Reader,
  to: AttachedTo
): Promise<{ files: ShownAttachment[]; mayChange: boolean } | null> {
  const found = await attachmentsOf(ATTACHABLES, principal, to);
  if (!found) return null;
  const sentenceOf = (one: SameFile | undefined) => (one ? sameSentence({ t, format }, one) : null);
  const sizes = new Intl.NumberFormat(languageTag(locale), {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0
  });
  const evidence = await evidenceOf({ principal, t }, to, found.attachments);
  // The same receipt on two transactions is what an approver looks for.
  const same =
    to.entity === 'transaction'
      ? await sameFiles(
          principal,
          found.attachments.map(({ id }) => id)
        )
      : new Map<string, SameFile>();
  const files = found.attachments.map(({ size, by, addedAt, ...file }) => ({
    id: file.id,
    name: file.name,
    pictured: picturedOf(to, file),
    size: sizes.format(Math.ceil(size / 1024)),
    by: by ?? '',
    at: format.dateTime(addedAt),
    question: t('attachment.remove.question', { name: file.name }),
    same: sentenceOf(same.get(file.id)),
    evidence: evidence.get(file.id) ?? null
  }));
  return { files, mayChange: found.fault === null };
}

/** What of a transaction was found on each of its files that has been read. */
async function evidenceOf(
  { principal, t }: Pick<Reader, 'principal' | 't'>,
  { entity, id }: AttachedTo,
  attachments: readonly { id: string }[]
): Promise<Map<string, ShownEvidence | null>> {
  const [charge] = entity === 'transaction' ? await seenTransactions(principal, [id]) : [];
  if (!charge) return new Map();
  const ids = attachments.map((attachment) => attachment.id);
  const readings = await readingsOf(charge.issuerId, ids);
  return new Map(ids.map((one) => [one, shownEvidence(t, readings.get(one), charge)]));
}

/** The field of the form that adds a file. */
export const fileField = (t: Translate): FieldSpec => ({
  name: 'file',
  label: t('attachment.file'),
  kind: 'file',
  hint: t('attachment.hint', { megabytes: MAX_UPLOAD_BYTES / 1024 ** 2 }),
  file: { ...fileRules(t, ATTACHMENT_KINDS), shrinks: true }
});
