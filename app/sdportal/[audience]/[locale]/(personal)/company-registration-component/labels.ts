/** Message keys of the labels of the fields. */
export const APPLICATION_LABELS = {
  issuer: 'registration.issuer.label',
  company: 'registration.company.label',
  street: 'registration.street.label',
  postalCode: 'registration.postal.code.label',
  city: 'registration.city.label',
  country: 'registration.country.label',
  firstName: 'registration.first.name.label',
  lastName: 'registration.last.name.label',
  email: 'registration.email.label',
  phone: 'registration.phone.label'
} as const;
