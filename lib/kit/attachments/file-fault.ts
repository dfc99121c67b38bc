import { join } from 'node:path';
import sharp from 'sharp';
import { inOwnProcess } from '../../core/server/own-process';
import type { AttachmentKind } from './attached-name';

/** A camera's picture has fewer points; a small file with more is made to exhaust the memory of who opens it. */
const MOST_PIXELS = 80_000_000;
/** What isn't told by then is kept: the defences are those of the program that opens it. */
const LIMITS = { seconds: 10, bytes: 512 * 1024 ** 2, patienceMillis: 20_000 };

/** Why a document is no evidence: nobody can open it, it shows something else each time, or it is only a cover. */
export type DocumentFault = 'attachment.locked' | 'attachment.portfolio' | 'attachment.scripted';

/**
 * Why a JPG, PNG or PDF can't be attached though it is one: a picture of too many points, a document that asks for a
 * password, has scripts or forms of XFA, or is a portfolio. Null for all others, broken ones too: they are kept as they
 * came. A document is opened in a process of its own.
 */
export async function fileFault(
  bytes: Uint8Array,
  kind: AttachmentKind
): Promise<DocumentFault | 'attachment.pixels' | null> {
  if (kind === 'pdf') {
    const program = join(/* turbopackIgnore: true */ process.cwd(), 'lib/kit/attachments/document-process.mjs');
    return inOwnProcess<DocumentFault | 'none'>(program, { bytes }, { limits: LIMITS, niceness: 0 }).then(
      (fault) => (fault === 'none' ? null : fault),
      () => null
    );
  }
  // The head of the file tells it.
  const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({}) as { width?: number; height?: number });
  return width * height > MOST_PIXELS ? 'attachment.pixels' : null;
}
