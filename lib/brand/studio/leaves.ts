import { isDeepStrictEqual } from 'node:util';
import type { BrandContent } from '../brands/schema';

/**
 * A brand's content field by field: `displayName`, `theme/primary`, `footer/copyrightMessage`,
 * `texts/de/sign.in.to`, `images/logo/image/png` (the digest), `locales` (the list). The same paths name
 * the fields of the studio's forms, the faults of a draft and the changes of a version.
 */
export type Leaves = Record<string, unknown>;

/** A draft can be invalid: it has the shape of a brand's content, but not its bounds. */
export type DraftContent = BrandContent;

/** The fields of a content by path. */
export function leavesOf(content: DraftContent): Leaves {
  const { theme, footer, texts, images, ...fields } = content;
  return {
    ...fields,
    ...prefixed('theme', theme),
    ...prefixed('footer', footer),
    ...Object.assign({}, ...Object.entries(texts).map(([locale, byKey]) => prefixed(`texts/${locale}`, byKey))),
    ...Object.fromEntries(images.map(({ kind, mediaType, digest }) => [`images/${kind}/${mediaType}`, digest]))
  };
}

function prefixed(prefix: string, values: object): Leaves {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}/${name}`, value]));
}

/** The content of fields by path: the inverse of `leavesOf`. A field that is undefined is left out. */
export function contentOf(leaves: Leaves): DraftContent {
  const content: Record<string, unknown> = {};
  const groups = { theme: {}, footer: {}, texts: {}, images: [] } as {
    theme: Leaves;
    footer: Leaves;
    texts: Record<string, Leaves>;
    images: object[];
  };
  for (const [path, value] of Object.entries(leaves)) {
    const [group = '', name = '', ...rest] = path.split('/');
    if (value === undefined) continue;
    if (name === '') content[group] = value;
    else if (group === 'texts') groups.texts[name] = { ...groups.texts[name], [rest.join('/')]: value };
    else if (group === 'images') groups.images.push({ kind: name, mediaType: rest.join('/'), digest: value });
    else groups[group as 'theme'][name] = value;
  }
  return { ...content, ...groups } as unknown as DraftContent;
}

export interface Change {
  path: string;
  from: unknown;
  to: unknown;
}

/** The fields in which two contents differ, in the order of their paths. */
export function changesBetween(from: DraftContent | null, to: DraftContent): Change[] {
  const [before, after] = [from ? leavesOf(from) : {}, leavesOf(to)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => !isDeepStrictEqual(before[path], after[path]))
    .sort()
    .map((path) => ({ path, from: before[path], to: after[path] }));
}
