import { z } from 'zod';
import type { Translate } from '@/lib/core/language/texts';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

export const accountNameSchema = z.object({
  name: z.string('required').trim().min(1, 'required').max(200),
  accountId: z.guid('required')
});

/** A name used in files, and the account it stands for. */
export const accountNameFields = (t: Translate, names: { name: string; rows: number }[]): FieldSpec[] =>
  constrained(accountNameSchema, [
    {
      name: 'name',
      label: t('feed.account.name.text'),
      kind: 'select',
      options: names.map(({ name, rows }) => ({ value: name, label: `${name} (${rows})` })),
      half: true
    },
    {
      name: 'accountId',
      label: t('feed.account.name.account'),
      kind: 'combobox',
      // A cardholder's place is an account.
      source: '/workspace/people/places?role=A',
      half: true
    }
  ]);
