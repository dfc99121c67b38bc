import { SIGNING_KEY } from '../../core/http/webhook-signature';
import { boolean, choice, decimal, integer, integerOrOff, list, percent, secret, text, time } from './declaration';

const accounts = 'accounts';

/** The display of accounts, and the issuer's card numbers. */
export const ACCOUNT_SETTINGS = {
  'account.digits.displayed': integer({
    group: accounts,
    stricter: 'lower',
    default: 4,
    from: 1,
    to: 8,
    rule: 'C5.028'
  }),
  'card.bins': list({ group: accounts, levels: 'issuer', entry: /^\d{6,16}$/, to: 255, rule: 'C5.029' })
} as const;

const data = 'data';

/** Fields, files and retention. */
export const DATA_SETTINGS = {
  'data.retention.months': integer({
    group: data,
    stricter: 'lower',
    unit: 'months',
    default: 36,
    from: 3,
    to: 36,
    rule: 'CD.5'
  }),
  'custom.field.length': integer({ group: data, unit: 'characters', default: 80, from: 1, to: 255, rule: 'CD.4' }),
  'email.body.length': integer({ group: data, unit: 'characters', default: 2000, from: 800, to: 2000, rule: 'CD.6' }),
  'expense.description.length': integer({
    group: data,
    unit: 'characters',
    default: 255,
    from: 10,
    to: 255,
    rule: 'C5.054'
  }),
  'merchant.id.form': choice({
    group: data,
    levels: 'issuer',
    choices: ['letters.and.digits', 'digits'],
    default: 'letters.and.digits',
    rule: 'CD.7'
  }),
  // The limits of a percent field; fields that may be 0 or 100 declare it themselves.
  'percent.least': percent({ group: data, levels: 'issuer', default: 1, from: 0, to: 1, rule: 'CD.8' }),
  'percent.most': percent({ group: data, levels: 'issuer', default: 99, from: 99, to: 100, rule: 'CD.8' }),
  'structure.upload.megabytes': integer({ group: data, unit: 'megabytes', default: 4, from: 1, to: 4, rule: 'CD.12' }),
  'feed.upload.megabytes': integer({
    group: data,
    levels: 'issuer',
    unit: 'megabytes',
    default: 1_024,
    from: 1,
    to: 10_240,
    rule: 'CD.41'
  }),
  'encryption.key': secret({ group: data, to: 24, rule: 'C5.053' })
} as const;

/** What belongs to an account at Stripe Issuing: it is asked where cards are issued there. */
const AT_STRIPE = {
  group: 'purchasing',
  levels: 'issuer',
  rule: 'C3.033',
  when: ['card.processor', 'stripe']
} as const;

/** Payments and their cutoff, purchase requests and their instructions. */
export const PAYMENT_SETTINGS = {
  'payment.minimum': decimal({
    group: 'payments',
    unit: 'issuer.currency',
    default: '100.00',
    from: '100.00',
    to: '1000000.00',
    rule: 'C5.031'
  }),
  'payment.same.day.cutoff': time({
    group: 'payments',
    levels: 'issuer',
    unit: 'issuer.time',
    default: '17:00',
    rule: 'CD.10'
  }),
  'wallet.second.person': boolean({ group: 'payments', stricter: 'yes', default: false, rule: 'C3.029' }),
  'dispute.network': choice({
    group: 'payments',
    levels: 'issuer',
    choices: ['none', 'simulated'],
    default: 'none',
    rule: 'C1.034'
  }),
  // SEPA direct debit has neither prenotes nor micro-entries, so accounts with an IBAN have no such setting.
  'wallet.validation.us': choice({
    group: 'payments',
    levels: 'issuer',
    choices: ['none', 'prenote', 'micro.entries'],
    default: 'none',
    rule: 'C3.029'
  }),
  // Between companies a payer has no right to a refund.
  'payment.sepa.scheme': choice({
    group: 'payments',
    levels: 'issuer',
    choices: ['core', 'b2b'],
    default: 'core',
    rule: 'C1.012'
  }),
  'payment.return.mail': boolean({ group: 'payments', default: true, rule: 'C1.012' }),
  'statement.due.days': integer({ group: 'payments', unit: 'days', default: 25, from: 1, to: 60, rule: 'C1.012' }),
  'payment.report.months': integer({ group: 'payments', unit: 'months', default: 12, from: 1, to: 12, rule: 'C5.023' }),
  'card.processor': choice({
    group: 'purchasing',
    levels: 'issuer',
    choices: ['simulated', 'stripe'],
    default: 'simulated',
    rule: 'C3.033'
  }),
  'simulated.signing.key': secret({
    group: 'purchasing',
    levels: 'issuer',
    rule: 'C3.033',
    when: ['card.processor', 'simulated'],
    to: 100,
    pattern: SIGNING_KEY
  }),
  // An API key of Stripe has some 110 characters, a restricted one as many.
  'stripe.key': secret({ ...AT_STRIPE, to: 255 }),
  'stripe.cardholder': text({ ...AT_STRIPE, to: 100, pattern: /^ich_[A-Za-z0-9]+$/ }),
  'stripe.webhook.secret': secret({ ...AT_STRIPE, to: 255 }),
  'purchase.request.results': integer({
    group: 'purchasing',
    unit: 'rows',
    default: 1000,
    from: 100,
    to: 10_000,
    rule: 'CD.11'
  }),
  'workflow.instructions': text({ group: 'purchasing', to: 900, lines: true, rule: 'C5.051' })
} as const;

/** Lists, searches and their date ranges. */
export const SCREEN_SETTINGS = {
  'search.minimum.characters': integer({
    group: 'screens',
    unit: 'characters',
    default: 2,
    from: 2,
    to: 4,
    rule: 'CD.3'
  }),
  'list.page.size': integer({ group: 'screens', unit: 'rows', default: 50, from: 10, to: 200, rule: 'CD.11' }),
  'audit.window.days': integer({ group: 'screens', unit: 'days', default: 30, from: 1, to: 30, rule: 'C5.022' }),
  'audit.range.days': integer({ group: 'screens', unit: 'days', default: 180, from: 30, to: 180, rule: 'C5.022' }),
  'report.rows.screen': integer({
    group: 'screens',
    unit: 'rows',
    default: 100_000,
    from: 10,
    to: 100_000,
    rule: 'C8.029'
  }),
  'report.rows.file': integer({
    group: 'screens',
    unit: 'rows',
    default: 1_000_000,
    from: 10,
    to: 1_000_000,
    rule: 'C8.029'
  }),
  'resource.guides': boolean({ group: 'screens', default: true, rule: 'C2.028' }),
  'report.mail.megabytes': integerOrOff({
    group: 'screens',
    levels: 'issuer',
    unit: 'megabytes',
    default: null,
    from: 1,
    to: 10,
    rule: 'C2.084'
  }),
  'report.mail.domains': list({
    group: 'screens',
    levels: 'issuer',
    entry: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i,
    to: 1000,
    rule: 'C2.084'
  })
} as const;
