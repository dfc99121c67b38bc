import { isTextKey, type Translate, textKeys } from '../language/texts';

/** The codes of ISO 18245 (2003, with its later additions) that have a name, each of which is the text at `mcc.<code>`. */
export const merchantCategories = (): string[] =>
  textKeys()
    .filter((key) => key.startsWith('mcc.'))
    .map((key) => key.slice('mcc.'.length));

/** The name of a merchant category code in the reader's language; null if it has none. */
export function merchantCategoryName(t: Translate, code: string | null | undefined): string | null {
  const key = `mcc.${code}`;
  return isTextKey(key) ? t(key) : null;
}
