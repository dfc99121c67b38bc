/** What XML 1.0 can't hold in any form: most control characters, and the two that are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is replaced
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of an element: what XML 1.0 can't hold, halves of characters too, becomes the replacement character. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(INVALID, '\ufffd')
    .replaceAll(/[&<>]/g, (mark) => ESCAPED[mark] ?? '')
    // A reader would take it for a line break.
    .replaceAll('\r', '&#13;');

/** The value of an attribute, whose white space a reader would take for spaces. */
const xmlValue = (text: string): string =>
  xmlText(text)
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n]/g, (space) => `&#${space.charCodeAt(0)};`);

/** Attributes, each after a space; those without a value are left out. */
const attributes = (values: Readonly<Record<string, string | number | null | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [` ${name}="${xmlValue(String(value))}"`]
    )
    .join('');

/**
 * An element of a text, or of the markup that `content` already is.
 * @param content null: it is empty
 */
export const xmlElement = (
  name: string,
  values: Parameters<typeof attributes>[0],
  content: { text: string } | { markup: string } | null = null
): string => {
  const open = `<${name}${attributes(values)}`;
  if (content === null) return `${open}/>`;
  return `${open}>${'text' in content ? xmlText(content.text) : content.markup}</${name}>`;
};

/** The beginning of an element, which its caller ends. */
export const xmlBegin = (name: string, values: Parameters<typeof attributes>[0] = {}): string =>
  `<${name}${attributes(values)}>`;
