import type { Translate } from '@/lib/core/language/texts';
import { SPLIT_COUNT } from '@/lib/money/allocation/splits';
import type { EditorTexts } from './editor-state';

/** The texts of the editor of splits; `own` are the keys of its buttons. */
export function editorTextsOf(t: Translate, own: readonly [keys: string, does: string][]): EditorTexts {
  const [number, amount] = ['{number}', '{amount}'];
  return {
    part: t('allocation.part', { number }),
    percent: t('allocation.percent'),
    amount: t('allocation.amount'),
    tax: t('allocation.tax'),
    taxHint: t('allocation.tax.hint'),
    add: t('allocation.add'),
    remove: t('allocation.remove', { number }),
    removed: t('allocation.removed', { number }),
    undo: t('undo'),
    even: t('allocation.even'),
    rest: t('allocation.rest'),
    by: t('allocation.by'),
    byAmount: t('allocation.by.amount'),
    byPercent: t('allocation.by.percent'),
    total: t('allocation.total', { amount }),
    left: t('allocation.left', { amount }),
    over: t('allocation.over', { amount }),
    settled: t('allocation.settled'),
    taxLeft: t('allocation.tax.left', { amount }),
    comesTo: t('allocation.comes.to', { amount }),
    withTax: t('allocation.with.tax', { amount }),
    tooMany: t('split.count', SPLIT_COUNT),
    keys: t('allocation.keys'),
    shortcuts: [
      ['Alt+Enter', t('allocation.add')],
      ['Alt+Delete', t('allocation.key.remove')],
      ['↑+↓', t('allocation.key.move')],
      ...own
    ]
  };
}
