import type { Translate } from '@/lib/core/language/texts';
import { TRANSACTION_TYPES } from '@/lib/money/feeds/transaction-types';
import type { FieldSpec } from '../../ui/field-spec';
import { typeFieldName } from './type-lines';

/** The possible meanings of a word in the file. */
export const typeOptions = (t: Translate) =>
  TRANSACTION_TYPES.map((type) => ({ value: type, label: t(`transaction.type.${type}`) }));

/** The fields of a line that maps a word of the file to its meaning. */
export const typeLineFields = (t: Translate, key: number): FieldSpec[] => [
  { name: typeFieldName(key, 'said'), label: t('feed.mapping.types.said'), kind: 'text', maxLength: 40 },
  {
    name: typeFieldName(key, 'type'),
    label: t('feed.mapping.types.type'),
    kind: 'select',
    blank: false,
    options: typeOptions(t)
  }
];
