/** The most characters of a name that is being typed. */
const LONGEST = 40;

/**
 * The mention that is being typed before a place in a text: where its `@` is, and the name after it, which can have
 * several words. Null if there is none: an `@` within a word is that of an email address.
 */
export function mentionAt(text: string, place: number): { from: number; name: string } | null {
  const before = text.slice(0, place);
  const from = before.lastIndexOf('@');
  const name = before.slice(from + 1);
  if (from < 0 || /\S$/.test(before.slice(0, from)) || name.length > LONGEST || !/^\S([^\n]*\S)?$/.test(name))
    return null;
  return { from, name };
}
