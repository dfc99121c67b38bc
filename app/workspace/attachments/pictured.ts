import type { AttachedTo } from '@/lib/kit/attachments/attachable';
import { DRAWN_PAGES } from '@/lib/kit/attachments/previews/preview-columns';

/** A file as it is looked at: a picture, or a document by its pages. */
export interface Pictured {
  name: string;
  /** Where the file itself is. */
  href: string;
  /** Where its small picture is; null while there is none. */
  thumbnail: string | null;
  /** Where the pictures to look at are: the file itself, or the first pages of a document. */
  pictures: string[];
  /** How many pages it has; 1 for a picture. */
  pages: number;
}

/** An attached file as it is looked at; `hasThumbnail` and `pages` as they were read with it. */
export function picturedOf(
  to: AttachedTo,
  file: { id: string; name: string; mediaType: string; hasThumbnail: boolean; pages: number | null }
): Pictured {
  const href = `/workspace/attachments/${to.entity}/${to.id}/${file.id}`;
  const thumbnail = file.hasThumbnail ? `${href}/preview/0` : null;
  // A picture is its own until there is a small one.
  if (file.mediaType.startsWith('image/'))
    return { name: file.name, href, thumbnail: thumbnail ?? href, pictures: [href], pages: 1 };
  const pages = file.pages ?? 0;
  const pictures = Array.from({ length: Math.min(pages, DRAWN_PAGES) }, (_, at) => `${href}/preview/${at + 1}`);
  return { name: file.name, href, thumbnail, pictures, pages };
}
