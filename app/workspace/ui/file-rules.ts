import { MAX_UPLOAD_BYTES } from '@/lib/core/files/spreadsheet-package';
import type { UploadKind } from '@/lib/core/files/uploads';
import type { Translate } from '@/lib/core/language/texts';
import type { FileRules } from './file-refusal';

/** What a browser offers for a kind: the endings that it has, and its media type where phones go by that. */
const OFFERED: Record<UploadKind, string> = {
  png: '.png,image/png',
  jpg: '.jpg,.jpeg,image/jpeg',
  pdf: '.pdf,application/pdf',
  xlsx: '.xlsx',
  csv: '.csv',
  xml: '.xml,application/xml,text/xml'
};

/** The rules of a file of these kinds, null for any: the browser refuses by them what the server would refuse anyway. */
export const fileRules = (
  t: Translate,
  kinds: readonly UploadKind[] | null,
  most: number = MAX_UPLOAD_BYTES
): FileRules => ({
  ...(kinds && { accept: kinds.map((kind) => OFFERED[kind]).join() }),
  most,
  texts: {
    ...uploadTexts(t),
    tooLarge: t('file.too.large', { megabytes: Math.round(most / 1024 ** 2) }),
    wrongType: t('file.type.unsupported', { kinds: (kinds ?? []).join(', ').toUpperCase() })
  }
});

/** The texts of every upload, whatever it takes. */
export const uploadTexts = (t: Translate) => ({
  prompt: t('file.drop'),
  empty: t('file.empty'),
  sending: t('file.sending'),
  cancel: t('file.sending.cancel'),
  cancelled: t('file.sending.cancelled')
});
