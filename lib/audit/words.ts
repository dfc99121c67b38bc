import { bundleTexts } from '../core/texts';
import { SHOWN_ACTIONS } from '../identity/own-events';

/** What codes are called in words, by message key: those of `audit.action.…` and `audit.entity.…`. */
export function wordsOf(kind: 'action' | 'entity'): Record<string, string> {
  const prefix = `audit.${kind}.`;
  const own = Object.keys(bundleTexts('en_US', 'Workspace')).filter((key) => key.startsWith(prefix));
  const words = own.map((key): [string, string] => [key.slice(prefix.length), key]);
  // The profile has words for these already.
  if (kind === 'action') words.push(...SHOWN_ACTIONS.map((action): [string, string] => [action, eventKey(action)]));
  return Object.fromEntries(words.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const eventKey = (action: string) => `event.${action.replaceAll('_', '.')}`;

/** The message key of a code; the code itself where it has no words. */
export function wordOf(kind: 'action' | 'entity', code: string): string {
  return wordsOf(kind)[code] ?? code;
}
