import { formTexts, requiredTexts } from '@/app/sdportal/form-texts';
import type { PageContext } from '@/app/sdportal/page-context';
import type { TextKey } from '@/lib/core/language/text-key';
import { CARDHOLDER_LABELS } from './labels';
import type { CardholderStep, CardholderTexts } from './registration-form';

const HINTS: Record<CardholderStep, Record<string, TextKey>> = {
  start: {},
  details: {
    corporateCode: 'registration.corporate.code.hint',
    accountNumber: 'registration.account.number.hint'
  },
  choice: { userId: 'registration.user.id.rule' }
};
const BUSY = { start: 'busy.sending', details: 'busy.checking', choice: 'busy.saving' } as const;

/** The texts of a step's form. */
export function cardholderTexts(page: PageContext, step: CardholderStep): CardholderTexts {
  const { t } = page;
  const worded = (keys: Record<string, TextKey>) =>
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, t(key)]));
  return {
    form: formTexts(page, BUSY[step]),
    required: requiredTexts(page, CARDHOLDER_LABELS),
    labels: worded(CARDHOLDER_LABELS),
    hints: worded(HINTS[step]),
    intro: t(step === 'start' ? 'registration.email.intro' : `registration.${step}.intro`),
    title: t('cardholder.registration.link'),
    submit: t('continue.button'),
    cancel: t('cancel.button')
  };
}

/** The title of every step. */
export const cardholderTitle = ({ brand, t }: PageContext): string =>
  `${t('cardholder.registration.link')} – ${brand.appName}`;
