import { fileTypeFromBuffer } from 'file-type';
import { appendAudit, type Origin } from '../audit/audit';
import { transaction } from '../database/database';
import { accepted, type Result, refused } from '../entry/refusal';
import { fileName } from './file-name';
import { isSpreadsheet, MAX_UPLOAD_BYTES } from './spreadsheet-package';
import { virusFault } from './virus-scan';

/** The kinds of files with the media type that their content must have; null: text, which has no signature. */
const MEDIA_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: null,
  xml: 'application/xml'
} as const;

export type UploadKind = keyof typeof MEDIA_TYPES;

/** The media type that a kind of file is served with. */
export const mediaTypeOf = (kind: UploadKind): string => MEDIA_TYPES[kind] ?? 'text/plain; charset=utf-8';

/** The kinds of pictures (C5.062). */
export const GRAPHICS: readonly UploadKind[] = ['png', 'jpg'];

export interface Upload {
  kind: UploadKind;
  bytes: Uint8Array<ArrayBuffer>;
  /** Its name, as `fileName` returns it. */
  name: string;
}

/**
 * Accepts an uploaded file: at most 4 MB (C5.065), of one of these kinds by its content, and free of viruses (C8.019,
 * audited). Otherwise it is refused at the form's `field`.
 */
export async function acceptUpload(
  file: File,
  kinds: readonly UploadKind[],
  by: { issuerId: string; userId: string },
  origin: Origin,
  field = 'file'
): Promise<Result<Upload>> {
  if (file.size > MAX_UPLOAD_BYTES) return refused({ code: 'file.too.large', field, params: { megabytes: 4 } });
  if (file.size === 0) return refused({ code: 'file.empty', field });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = await kindOf(bytes, kinds);
  if (!kind)
    return refused({ code: 'file.type.unsupported', field, params: { kinds: kinds.join(', ').toUpperCase() } });
  const code = await virusFault(bytes);
  if (code === 'file.virus.found') {
    await transaction((tx) =>
      appendAudit(tx, origin, {
        issuerId: by.issuerId,
        actorUserId: by.userId,
        action: 'upload.virus_found',
        entity: 'file',
        details: { name: fileName(file.name) }
      })
    );
  }
  if (code) return refused({ code, field });
  return accepted({ kind, bytes, name: fileName(file.name) });
}

async function kindOf(bytes: Uint8Array, kinds: readonly UploadKind[]): Promise<UploadKind | undefined> {
  let mime: string | null = (await fileTypeFromBuffer(bytes))?.mime ?? null;
  // A large streamed sheet looks like any other zip until its directory is read.
  if (mime === 'application/zip' && kinds.includes('xlsx') && (await isSpreadsheet(bytes))) mime = MEDIA_TYPES.xlsx;
  return kinds.find((kind) => MEDIA_TYPES[kind] === mime && (mime !== null || isText(bytes)));
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
