import type { TextKey } from '@/lib/core/language/text-key';
import { bundleTexts } from '@/lib/core/language/texts';

/** Every text of the product in American English: a key lives in one bundle. */
const TEXTS = {
  ...bundleTexts('en_US', 'Messages'),
  ...bundleTexts('en_US', 'PortalLabels'),
  ...bundleTexts('en_US', 'Workspace')
};

/** Any words where a key is asked for: what becomes of what is none, or is only known while a test runs. */
export const anyKey = (key: string) => key as TextKey;

/** A text in American English, its placeholders filled with these values; it has to be there. */
export function text(key: string, values: Record<string, string> = {}): string {
  const found = TEXTS[key];
  if (found === undefined) throw new Error(`no text ${key}`);
  return Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, value), found);
}
