import { startOf } from '../../core/entry/plain-text';

/** The kinds of files that can be attached, and how their names end. */
const ENDINGS = { jpg: /\.jpe?g$/i, png: /\.png$/i, pdf: /\.pdf$/i };

export type AttachmentKind = keyof typeof ENDINGS;

export const ATTACHMENT_KINDS = Object.keys(ENDINGS) as AttachmentKind[];

export const MOST_NAME = 200;

/**
 * The name of an attached file, which ends as its content is: the computer that opens it goes by the name, so a picture
 * called `invoice.exe` becomes `invoice.exe.png`.
 */
export const attachedName = (name: string, kind: AttachmentKind): string =>
  ENDINGS[kind].test(name) ? name : `${startOf(name, MOST_NAME - kind.length - 1)}.${kind}`;
