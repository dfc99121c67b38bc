import { boolean, integer, integerOrOff, text } from './declaration';

const group = 'sign.in';
const issuerOnly = { group, levels: 'issuer' } as const;

/** Settings of the sign-in and its locks. */
export const SIGN_IN_SETTINGS = {
  // Twelve is the minimum for new issuers; a program with an older rule may only raise it (CD.1).
  'password.minimum.length': integer({ ...issuerOnly, unit: 'characters', default: 12, from: 8, to: 20, rule: 'CD.1' }),
  'password.duration.days': integer({
    group,
    stricter: 'lower',
    unit: 'days',
    default: 90,
    from: 20,
    to: 90,
    rule: 'CD.2'
  }),
  'password.temporary.hours': integer({ ...issuerOnly, unit: 'hours', default: 24, from: 1, to: 72, rule: 'CD.33' }),
  'lock.release.minutes': integerOrOff({
    ...issuerOnly,
    unit: 'minutes',
    default: 30,
    from: 30,
    to: 1440,
    rule: 'CD.9'
  }),
  'session.idle.minutes': integer({ ...issuerOnly, unit: 'minutes', default: 15, from: 1, to: 15, rule: 'PD.13' }),
  'one.time.pin.required': boolean({ group, stricter: 'yes', default: false, rule: 'PD.8' }),
  'two.factor.required': boolean({ group, stricter: 'yes', default: false, rule: 'C1.011' }),
  // Values that companies set earlier apply until their issuer next sets it.
  'dual.authentication.required': boolean({ ...issuerOnly, stricter: 'yes', default: false, rule: 'C1.011' }),
  'sso.only': boolean({ group, stricter: 'yes', default: false, rule: 'C5.067' })
} as const;

/** Settings of user ids. */
export const USER_SETTINGS = {
  'multi.user': boolean({ group: 'users', stricter: 'no', default: false, rule: 'C5.067' }),
  'self.registration.cardholders': boolean({ group: 'users', stricter: 'no', default: false, rule: 'C5.067' }),
  'self.registration.companies': boolean({ group: 'users', levels: 'issuer', default: false, rule: 'C5.067' }),
  'user.id.prefix': text({
    group: 'users',
    from: 1,
    to: 3,
    pattern: /^[A-Za-z0-9]+$/,
    rule: 'C5.007'
  })
} as const;
