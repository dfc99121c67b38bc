import type { Translate } from '@/lib/core/language/texts';
import { companyApprovalSchema } from '@/lib/directory/registration/approve-registration';
import { declineSchema } from '@/lib/directory/registration/decline-registration';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';

/** The administrator's decisions about an accepted company. */
export const approvalFields = (t: Translate): FieldSpec[] =>
  constrained(companyApprovalSchema, [
    { name: 'number', label: t('registration.approve.number'), kind: 'text', maxLength: 30, half: true },
    { name: 'name', label: t('registration.approve.name'), kind: 'text', half: true },
    {
      name: 'currency',
      label: t('registration.approve.currency'),
      kind: 'text',
      maxLength: 3,
      hint: t('registration.approve.currency.hint'),
      half: true
    },
    {
      name: 'companyGroup',
      label: t('registration.approve.company.group'),
      kind: 'combobox',
      source: '/workspace/people/places?role=G',
      hint: t('registration.approve.company.group.hint'),
      half: true
    },
    {
      name: 'userId',
      label: t('registration.approve.user.id'),
      kind: 'text',
      hint: t('registration.approve.user.id.hint'),
      autoComplete: 'off'
    }
  ]);

export const declineFields = (t: Translate): FieldSpec[] =>
  constrained(declineSchema, [
    {
      name: 'reason',
      label: t('registration.reason'),
      kind: 'textarea',
      rows: 3,
      hint: t('registration.decline.hint')
    }
  ]);
