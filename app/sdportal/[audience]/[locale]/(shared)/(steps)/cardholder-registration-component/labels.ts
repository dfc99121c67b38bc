/** Message keys of the labels of the fields of all steps. */
export const CARDHOLDER_LABELS = {
  email: 'registration.email.label',
  corporateCode: 'registration.corporate.code.label',
  accountNumber: 'registration.account.number.label',
  cardName: 'registration.card.name.label',
  firstName: 'registration.first.name.label',
  lastName: 'registration.last.name.label',
  userId: 'user.id.label',
  password: 'new.password.label',
  confirmation: 'confirm.password.label'
} as const;
