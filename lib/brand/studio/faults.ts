import type { Refusal } from '../../core/entry/refusal';
import { LOCALES } from '../../core/language/locales';
import { messageFault } from '../../core/language/message-format';
import { keyOfMessage } from '../../core/language/texts';
import { type BrandContent, contentSchema, FOOTER_TEXT_KEYS } from '../brands/schema';
import { contentOf, type DraftContent, type Leaves, leavesOf } from './leaves';
import { productText } from './text-keys';

/** What keeps a draft from being published, but for how it fits among other brands; `field` is a path. */
export function faultsOf(content: DraftContent): (Refusal & { field: string })[] {
  const parsed = contentSchema.safeParse(content);
  const faults = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    code: keyOfMessage(message),
    field: path[0] === 'locales' ? 'locales' : path.join('/')
  }));
  for (const locale of LOCALES) {
    for (const [key, text] of Object.entries(content.texts[locale] ?? {})) {
      const reference = productText(locale, key);
      // The product has no default text for the footer.
      if (reference === undefined && FOOTER_TEXT_KEYS.has(key)) continue;
      const code = reference === undefined ? 'text.key.unknown' : messageFault(text, reference, locale);
      if (code) faults.push({ code, field: `texts/${locale}/${key}` });
    }
  }
  return faults;
}

/** The part of a draft that can be shown: a field with a fault is left out, or as it is published. */
export function readablePart(name: string, content: DraftContent, published: BrandContent | null): BrandContent {
  const leaves = leavesOf(content);
  const instead: Leaves = {
    family: name,
    abbreviation: 'DRAFT',
    displayName: name,
    ...(published && leavesOf(published))
  };
  for (const { field } of faultsOf(content)) leaves[field] = instead[field];
  return contentSchema.parse(contentOf(leaves));
}
