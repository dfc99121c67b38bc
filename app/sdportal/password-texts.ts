import {
  isOldRule,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_RULES,
  type PasswordRule
} from '@/lib/sign-in/password/password-rules';
import { requiredTexts, revealTexts } from './form-texts';
import type { PageContext } from './page-context';
import type { PasswordTexts } from './ui/password-choice';

/** Rules that only the server can check: the last four passwords and the common ones. */
const SERVER_RULES = ['previous', 'common'] as const;

interface Options {
  /** The minimum length for this user, if it differs from the default. */
  minimum?: number | undefined;
  /** The user's first password: there is no earlier one. */
  isFirst?: boolean;
}

/** The texts of a new password's fields, in the page's language. */
export function passwordTexts(
  page: PageContext,
  { minimum = PASSWORD_MIN, isFirst = false }: Options = {}
): PasswordTexts {
  const { t } = page;
  const label = 'new.password.label';
  const confirmLabel = 'confirm.password.label';
  const required = requiredTexts(page, { password: label, confirmation: confirmLabel });
  const rules = (Object.keys(PASSWORD_RULES) as PasswordRule[]).map((rule) => {
    const key = rule === 'include' && isOldRule(minimum) ? 'include.numbers' : rule;
    return { rule, text: t(`password.rule.${key}`, { min: minimum, max: PASSWORD_MAX }) };
  });
  const serverRules = SERVER_RULES.filter((rule) => !isFirst || rule !== 'previous');
  return {
    minimum,
    label: t(label),
    reveal: revealTexts(page, label),
    confirmLabel: t(confirmLabel),
    confirmReveal: revealTexts(page, confirmLabel),
    rulesIntro: t('password.rules'),
    rules: [...rules, ...serverRules.map((rule) => ({ text: t(`password.rule.${rule}`) }))],
    required: required.password as string,
    length: t('password.length.invalid', { min: minimum, max: PASSWORD_MAX }),
    userId: t('password.user.id.match'),
    policy: t('password.policy'),
    confirmRequired: required.confirmation as string,
    notMatching: t('password.confirm.not.match'),
    met: t('password.rule.met'),
    open: t('password.rule.open')
  };
}
