import { brokenRules, type PasswordRule } from '../../../lib/identity/password-rules';

/** Texts of what can be wrong with a new password and its confirmation. */
export interface PasswordTexts {
  /** The least length. */
  minimum: number;
  required: string;
  length: string;
  userId: string;
  policy: string;
  confirmRequired: string;
  notMatching: string;
  /** Status of a rule for those who can't see its mark. */
  met: string;
  open: string;
}

/** What is wrong with a new password, or null (P5.006, P5.011). */
export function passwordFault(password: string, userId: string, texts: PasswordTexts): string | null {
  if (password === '') return texts.required;
  const [rule] = brokenRules(password, userId, texts.minimum);
  if (!rule) return null;
  return rule === 'length' ? texts.length : rule === 'user.id' ? texts.userId : texts.policy;
}

/** What is wrong with the confirmation, or null (P5.007, P5.012). */
export function confirmationFault(confirmation: string, password: string, texts: PasswordTexts): string | null {
  if (confirmation === '') return texts.confirmRequired;
  return confirmation === password ? null : texts.notMatching;
}

/** Marks the bullets as the password is typed; what only the server can tell keeps no mark. */
export function liveRules(password: HTMLInputElement, userId: () => string, texts: PasswordTexts): void {
  const update = () => {
    const broken = brokenRules(password.value, userId(), texts.minimum);
    for (const bullet of document.querySelectorAll<HTMLElement>('[data-rule]')) {
      const rule = bullet.dataset.rule as PasswordRule;
      const met = !broken.includes(rule);
      bullet.toggleAttribute('data-met', met && password.value !== '');
      (bullet.querySelector('.rule-status') as HTMLElement).textContent =
        password.value === '' ? '' : met ? texts.met : texts.open;
    }
  };
  password.addEventListener('input', update);
  update();
}
