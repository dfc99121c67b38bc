import type { Translate } from '@/lib/core/language/texts';
import type { ScopePlace } from '@/lib/directory/structure/places';
import { messageSchema, READER_ROLES } from '@/lib/kit/inbox/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** A place in words: its name, number and kind. */
export const placeWords = (t: Translate, { name, number, kind }: ScopePlace): string =>
  [name, number, t(`node.kind.${kind}`)].filter(Boolean).join(' · ');

/** The fields of a message; `place` is the one that it has. */
export const messageFields = (t: Translate, place?: string): FieldSpec[] =>
  constrained(messageSchema, [
    {
      name: 'nodeId',
      label: t('inbox.place'),
      hint: t('inbox.place.hint'),
      kind: 'combobox',
      source: '/workspace/inbox/places',
      ...(place && { valueLabel: place })
    },
    {
      name: 'roles',
      label: t('inbox.roles'),
      hint: t('inbox.roles.hint'),
      kind: 'multi-select',
      options: READER_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))
    },
    { name: 'subject', label: t('inbox.subject'), kind: 'text' },
    { name: 'body', label: t('inbox.body'), kind: 'textarea', rows: 8 },
    { name: 'mustConfirm', label: t('inbox.must.confirm'), hint: t('inbox.must.confirm.hint'), kind: 'checkbox' },
    { name: 'firstDay', label: t('inbox.first.day'), kind: 'date', half: true },
    { name: 'lastDay', label: t('inbox.last.day'), hint: t('inbox.last.day.hint'), kind: 'date', half: true }
  ]);
