import { z } from 'zod';
import { Prisma } from '../../../core/database/prisma/client';

/** The first pages of a document, of which there are pictures (preview-process.mjs). */
export const DRAWN_PAGES = 20;

/** What there is to see of an attachment besides its file. */
export const previewShape = {
  hasThumbnail: z.boolean(),
  /** The pages of a document; null for a picture, and for what isn't drawn (yet). */
  pages: z.number().nullable()
};

/** The columns of `previewShape`, where `p` is the preview of an attachment. */
export const PREVIEW_COLUMNS = Prisma.sql`coalesce(p.state = 'made', false) AS "hasThumbnail", p.pages`;

/** Joins the preview `p` of the attachment `a`. */
export const WITH_PREVIEW = Prisma.sql`
  LEFT JOIN attachment_previews p ON (p.issuer_id, p.attachment_id) = (a.issuer_id, a.id)`;
