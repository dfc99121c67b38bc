import { z } from 'zod';
import type { KeyAfter, TextKey } from '../../core/language/text-key';

/** A kind of notice; its sentence is the text `inbox.notice.<kind>`. */
export type NoticeKind = KeyAfter<'inbox.notice.'>;

/** The parameters of a notice's sentence; `key`: a text in the reader's language. */
export type NoticeParams = Record<string, string | number | { key: TextKey }>;

/** What the product tells one person. */
export interface Notice {
  issuerId: string;
  userId: string;
  kind: NoticeKind;
  params: NoticeParams;
  /** The page that it leads to. */
  href: `/workspace/${string}`;
  /** Until when the file behind it is kept, if there is one (C9.011). */
  fileUntil?: Date;
  /** The mail that tells of it at once, where it has one of its own; null: none, whatever its reader has chosen. */
  mail?: {
    template: string;
    params: Record<string, string | number>;
    brandName: string;
    /** A kept file that it has. */
    attachedFile?: { fileId: string; name: string; mediaType: string };
  } | null;
}

/** Parses the payload of the outbox. */
export const noticeSchema = z.strictObject({
  issuerId: z.guid(),
  userId: z.guid(),
  kind: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.strictObject({ key: z.string() })])),
  href: z.string().startsWith('/workspace/'),
  fileUntil: z.coerce.date().optional(),
  mail: z
    .strictObject({
      template: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      brandName: z.string(),
      attachedFile: z.strictObject({ fileId: z.guid(), name: z.string(), mediaType: z.string() }).optional()
    })
    .nullish()
});
