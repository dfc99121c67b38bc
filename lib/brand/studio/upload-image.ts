import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { transaction } from '../../core/database/database';
import { type Result, refused } from '../../core/entry/refusal';
import { virusFault } from '../../core/files/virus-scan';
import type { TextKey } from '../../core/language/text-key';
import { keepImageFile } from '../brands/images';
import type { ImageKind, ImageType } from '../brands/schema';
import { saveDraft } from './drafts';
import { contentOf, leavesOf } from './leaves';
import type { SystemAdministrator } from './system-administrator';

/** The most bytes an image may have: it is part of the first visit. */
export const MAX_IMAGE_BYTES = 131_072;

/** What an image of each kind may be uploaded as: a picture may be a photograph. */
export const UPLOADED_TYPES = {
  logo: ['image/svg+xml', 'image/png'],
  footer: ['image/svg+xml', 'image/png'],
  picture: ['image/svg+xml', 'image/jpeg']
} as const satisfies Record<ImageKind, ImageType[]>;

export interface ImageChange {
  kind: ImageKind;
  mediaType: (typeof UPLOADED_TYPES)[ImageKind][number];
  /** Null: the image is taken away, so that the parent's shows. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** Adds images to a draft or removes them. Refuses files that are too large, are infected, or have another type than stated. */
export async function changeImages(
  by: SystemAdministrator,
  { name, basis }: { name: string; basis: string },
  changes: ImageChange[]
): Promise<Result<string>> {
  for (const { kind, mediaType, bytes } of changes) {
    const code = bytes && (imageFault(mediaType, bytes) ?? (await virusFault(bytes)));
    if (code) return refused({ code, field: `images/${kind}/${mediaType}` });
  }
  const digests = await transaction((tx) =>
    Promise.all(changes.map(({ mediaType, bytes }) => (bytes ? keepImageFile(tx, mediaType, bytes) : undefined)))
  );
  return saveDraft(by, { name, basis }, (content) => {
    const leaves = leavesOf(content);
    for (const [index, { kind, mediaType }] of changes.entries())
      leaves[`images/${kind}/${mediaType}`] = digests[index];
    return contentOf(leaves);
  });
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** Why bytes can't be shown as an image of that type, as a message key; undefined: they can. */
export function imageFault(mediaType: ImageType, bytes: Uint8Array): TextKey | undefined {
  if (bytes.byteLength > MAX_IMAGE_BYTES) return 'image.too.large';
  const begins = (signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (mediaType === 'image/png') return begins(PNG) ? undefined : 'image.not.png';
  if (mediaType === 'image/jpeg') return begins(JPEG) ? undefined : 'image.not.jpeg';
  const text = new TextDecoder('utf-8').decode(bytes);
  if (/<!DOCTYPE|<!ENTITY/i.test(text) || XMLValidator.validate(text) !== true) return 'image.not.svg';
  const tree = new XMLParser(READING).parse(text);
  const root = (tree as Node[]).find((node) => !Object.keys(node).some((name) => name.startsWith('?')));
  if (!root || !('svg' in root)) return 'image.not.svg';
  return isHarmless(tree as Node[]) ? undefined : 'image.active';
}

type Node = Record<string, unknown>;

/** Character references are resolved first, as in a browser, so that they can't hide forbidden content. */
const READING = { preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '', htmlEntities: true };

/** Elements that run something, show another document, or change what an element is. */
const ACTIVE = new Set([
  'script',
  'foreignobject',
  'iframe',
  'embed',
  'object',
  'handler',
  'listener',
  'a',
  'set',
  'animate'
]);

/** Whether an SVG neither runs script nor loads anything from elsewhere. */
function isHarmless(nodes: Node[]): boolean {
  return nodes.every((node) =>
    Object.entries(node).every(([name, content]) => {
      if (name === ':@')
        return Object.entries(content as Node).every(([attribute, value]) => isQuiet(attribute, value));
      if (name === '#text') return !/\\|@import|url\(\s*['"]?(?!#)/i.test(String(content));
      const local = name.split(':').at(-1)?.toLowerCase() ?? '';
      return !ACTIVE.has(local) && isHarmless(content as Node[]);
    })
  );
}

function isQuiet(attribute: string, value: unknown): boolean {
  const name = attribute.split(':').at(-1)?.toLowerCase() ?? '';
  if (name.startsWith('on')) return false;
  if (name === 'href' || name === 'src') return /^\s*(#|data:image\/(png|jpeg|gif);)/i.test(String(value));
  return !/\\|javascript:|url\(\s*['"]?(?!#)/i.test(String(value));
}
