import type { Translate } from '../../core/language/texts';
import type { Notice } from './notice';

/** What a notice says. */
export type Told = Pick<Notice, 'kind' | 'params'>;

/** The sentence of a notice in a language. */
export function noticeSentence(t: Translate, { kind, params }: Told): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? t(value.key) : value
  ]);
  return t(`inbox.notice.${kind}`, Object.fromEntries(values));
}
