'use client';

import { useEffect, useState } from 'react';
import { brokenRules, type PasswordRule, trimPassword } from '@/lib/sign-in/password/password-rules';
import { type RevealTexts, SecretField } from './fields';
import type { PortalForm } from './use-portal-form';

/** The texts of a new password and its confirmation (password-texts.ts). */
export interface PasswordTexts {
  /** The least length. */
  minimum: number;
  label: string;
  reveal: RevealTexts;
  confirmLabel: string;
  confirmReveal: RevealTexts;
  rulesIntro: string;
  /** The bullets; only the server can check those without a rule. */
  rules: { rule?: PasswordRule; text: string }[];
  required: string;
  length: string;
  userId: string;
  policy: string;
  confirmRequired: string;
  notMatching: string;
  /** The status of a rule for screen readers. */
  met: string;
  open: string;
}

/** Names of the two fields. */
export type PasswordNames = readonly [password: string, confirmation: string];

type Typed = (name: string) => string;
/** The user id that the password must differ from, read at the time of the check. */
type UserId = (typed: Typed) => string;

interface Props {
  form: Pick<PortalForm, 'state' | 'errors' | 'field' | 'busy' | 'announce' | 'input' | 'typed'>;
  names: PasswordNames;
  texts: PasswordTexts;
  userId: UserId;
}

/** A new password, its confirmation and the rules as bullets (P2.042, P2.049); all pages share one policy. */
export function PasswordChoice({ form, names: [password, confirmation], texts, userId }: Props) {
  /** The unmet rules; null before anything is typed, and without script. */
  const [open, setOpen] = useState<PasswordRule[] | null>(null);
  const { input, typed } = form;
  // The verdict depends on the user id, so listen to the whole form.
  useEffect(() => {
    const element = input(password)?.form;
    const update = () => {
      const value = typed(password);
      setOpen(value === '' ? null : brokenRules(value, userId(typed), texts.minimum));
    };
    update();
    element?.addEventListener('input', update);
    return () => element?.removeEventListener('input', update);
  }, []);
  const field = { form, maxLength: 200, autoComplete: 'new-password' };
  return (
    <>
      <SecretField {...field} name={password} label={texts.label} reveal={texts.reveal} describedBy="password-rules" />
      <div className="rules" id="password-rules">
        <p>{texts.rulesIntro}</p>
        <ul>
          {texts.rules.map(({ rule, text }) => {
            const met = rule && open && !open.includes(rule);
            return (
              <li key={text} data-rule={rule} data-met={met ? '' : undefined}>
                {text}{' '}
                {rule && <span className="rule-status visually-hidden">{open && (met ? texts.met : texts.open)}</span>}
              </li>
            );
          })}
        </ul>
      </div>
      <SecretField {...field} name={confirmation} label={texts.confirmLabel} reveal={texts.confirmReveal} />
    </>
  );
}

/** The checks of the two fields, for `usePortalForm` (P5.006, P5.007, P5.011, P5.012). */
export function passwordChecks(
  [password, confirmation]: PasswordNames,
  texts: PasswordTexts,
  userId: UserId
): Record<string, (value: string, typed: Typed) => string | null> {
  return {
    [password]: (value, typed) => passwordFault(trimPassword(value), userId(typed), texts),
    [confirmation]: (value, typed) => {
      const confirmed = trimPassword(value);
      if (confirmed === '') return texts.confirmRequired;
      return confirmed === trimPassword(typed(password)) ? null : texts.notMatching;
    }
  };
}

function passwordFault(password: string, userId: string, texts: PasswordTexts): string | null {
  if (password === '') return texts.required;
  const [rule] = brokenRules(password, userId, texts.minimum);
  if (!rule) return null;
  return rule === 'length' ? texts.length : rule === 'user.id' ? texts.userId : texts.policy;
}
