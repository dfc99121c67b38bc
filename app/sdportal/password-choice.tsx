import type { TextKey } from '@/lib/core/text-key';
import { isOldRule, PASSWORD_MAX, PASSWORD_MIN, PASSWORD_RULES } from '@/lib/identity/password-rules';
import type { PasswordTexts } from './enhance/password-choice';
import { SecretField } from './field';
import type { FormState } from './form-state';
import type { PageContext } from './page-context';

/** What only the server can tell: the last four passwords, and the common ones. */
const SERVER_RULES = ['previous', 'common'] as const;

interface Props {
  page: PageContext;
  state: FormState;
  /** Names of the two fields. */
  names: [password: string, confirmation: string];
  /** The least length for whom the page is, where it isn't everybody's. */
  minimum?: number | undefined;
  /** The person's first: it has none before it. */
  isFirst?: boolean;
}

/** The text of a rule's bullet. */
function ruleText({ t }: PageContext, rule: keyof typeof PASSWORD_RULES, min: number): string {
  const key = rule === 'include' && isOldRule(min) ? 'include.numbers' : rule;
  return t(`password.rule.${key}`, { min, max: PASSWORD_MAX });
}

/** A new password, its confirmation and the rules as bullets (P2.042, P2.049); one policy on every page. */
export function PasswordChoice({
  page,
  state,
  names: [password, confirmation],
  minimum = PASSWORD_MIN,
  isFirst = false
}: Props) {
  const { t } = page;
  const field = { page, state, maxLength: 200, autoComplete: 'new-password' };
  return (
    <>
      <SecretField {...field} name={password} label="new.password.label" describedBy="password-rules" />
      <div className="rules" id="password-rules">
        <p>{t('password.rules')}</p>
        <ul>
          {(Object.keys(PASSWORD_RULES) as (keyof typeof PASSWORD_RULES)[]).map((rule) => (
            <li key={rule} data-rule={rule}>
              {ruleText(page, rule, minimum)} <span className="rule-status visually-hidden" />
            </li>
          ))}
          {SERVER_RULES.filter((rule) => !isFirst || rule !== 'previous').map((rule) => (
            <li key={rule}>{t(`password.rule.${rule}`)}</li>
          ))}
        </ul>
      </div>
      <SecretField {...field} name={confirmation} label="confirm.password.label" />
    </>
  );
}

/** What the script of both pages says of a password. */
export function passwordTexts({ t }: PageContext, minimum: number = PASSWORD_MIN): PasswordTexts {
  const required = (label: TextKey) => t('required.field', { field: t(label) });
  return {
    minimum,
    required: required('new.password.label'),
    length: t('password.length.invalid', { min: minimum, max: PASSWORD_MAX }),
    userId: t('password.user.id.match'),
    policy: t('password.policy'),
    confirmRequired: required('confirm.password.label'),
    notMatching: t('password.confirm.not.match'),
    met: t('password.rule.met'),
    open: t('password.rule.open')
  };
}
