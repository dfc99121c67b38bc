import type { Translate } from '@/lib/core/language/texts';
import { issuerGroupSchema, issuerSchema } from '@/lib/directory/structure/schema';
import { currencyOptions } from '../structure/node-fields';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import { timeZoneOptions } from './time-zone-options';

/** The fields of an issuer (C3.003, CD.40). */
export function issuerFields(t: Translate, tag: string, brands: { name: string; displayName: string }[]): FieldSpec[] {
  return constrained(issuerSchema, [
    {
      name: 'number',
      label: t('structure.number'),
      kind: 'text',
      maxLength: 12,
      half: true,
      hint: t('issuer.number.hint')
    },
    { name: 'name1', label: t('structure.name1'), kind: 'text' },
    { name: 'name2', label: t('structure.name2'), kind: 'text' },
    { name: 'icas', label: t('issuer.icas'), kind: 'list', rows: 3, hint: t('issuer.icas.hint') },
    {
      name: 'timeZone',
      label: t('issuer.time.zone'),
      kind: 'select',
      half: true,
      options: timeZoneOptions()
    },
    {
      name: 'baseCurrency',
      label: t('issuer.base.currency'),
      kind: 'select',
      half: true,
      options: currencyOptions(tag)
    },
    {
      name: 'brands',
      label: t('issuer.brands'),
      kind: 'multi-select',
      hint: t('issuer.brands.hint'),
      options: brands.map(({ name, displayName }) => ({ value: name, label: displayName }))
    }
  ]);
}

/** The fields of a group of issuers (C3.004). */
export const issuerGroupFields = (t: Translate, issuers: { id: string; name: string }[]): FieldSpec[] =>
  constrained(issuerGroupSchema, [
    {
      name: 'number',
      label: t('structure.number'),
      kind: 'text',
      maxLength: 12,
      half: true,
      hint: t('issuer.number.hint')
    },
    { name: 'name1', label: t('structure.name1'), kind: 'text' },
    { name: 'name2', label: t('structure.name2'), kind: 'text' },
    {
      name: 'issuers',
      label: t('issuer.group.issuers'),
      kind: 'multi-select',
      options: issuers.map(({ id, name }) => ({ value: id, label: name }))
    }
  ]);
