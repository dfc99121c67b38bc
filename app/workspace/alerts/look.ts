import type { Principal } from '@/lib/access/policy/principal';
import { alertPlace } from '@/lib/money/alerts/places';
import { previewAlert } from '@/lib/money/alerts/preview';
import type { RuleEntry } from '@/lib/money/alerts/schema';
import { alertSentence, placeWords, previewWords, type WordsReader } from './words';

/** What the form of an alert shows below its fields: the sentence, and what it would have found. */
export interface Looked {
  sentence: string;
  found: string;
}

/** Says a rule in words and tries it on the last 90 days; null for a place that the reader can't choose. */
export async function lookAt(reader: WordsReader & { principal: Principal }, rule: RuleEntry): Promise<Looked | null> {
  const [place, preview] = await Promise.all([
    alertPlace(reader.principal, rule.nodeId),
    previewAlert(reader.principal, rule)
  ]);
  if (!place || !preview) return null;
  return { sentence: alertSentence(reader, rule, placeWords(place)), found: previewWords(reader, preview) };
}
