import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_RULES } from '@/lib/identity/password-rules';
import type { PasswordTexts } from './enhance/password-choice';
import { SecretField } from './field';
import type { FormState } from './form-state';
import type { PageContext } from './page-context';

const LIMITS = { min: PASSWORD_MIN, max: PASSWORD_MAX };
/** What only the server can tell: the last four passwords, and the common ones. */
const SERVER_RULES = ['previous', 'common'];

interface Props {
  page: PageContext;
  state: FormState;
  /** Names of the two fields. */
  names: [password: string, confirmation: string];
}

/** A new password, its confirmation and the rules as bullets (P2.042, P2.049); one policy on every page. */
export function PasswordChoice({ page, state, names: [password, confirmation] }: Props) {
  const { t } = page;
  const field = { page, state, maxLength: 200, autoComplete: 'new-password' };
  return (
    <>
      <SecretField {...field} name={password} label="new.password.label" describedBy="password-rules" />
      <div className="rules" id="password-rules">
        <p>{t('password.rules')}</p>
        <ul>
          {Object.keys(PASSWORD_RULES).map((rule) => (
            <li key={rule} data-rule={rule}>
              {t(`password.rule.${rule}`, LIMITS)} <span className="rule-status visually-hidden" />
            </li>
          ))}
          {SERVER_RULES.map((rule) => (
            <li key={rule}>{t(`password.rule.${rule}`)}</li>
          ))}
        </ul>
      </div>
      <SecretField {...field} name={confirmation} label="confirm.password.label" />
    </>
  );
}

/** What the script of both pages says of a password. */
export function passwordTexts({ t }: PageContext): PasswordTexts {
  const required = (label: string) => t('required.field', { field: t(label) });
  return {
    required: required('new.password.label'),
    length: t('password.length.invalid', LIMITS),
    userId: t('password.user.id.match'),
    policy: t('password.policy'),
    confirmRequired: required('confirm.password.label'),
    notMatching: t('password.confirm.not.match'),
    met: t('password.rule.met'),
    open: t('password.rule.open')
  };
}
