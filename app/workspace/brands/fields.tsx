import type { ReactNode } from 'react';
import type { Refusal } from '@/lib/core/entry/refusal';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { fieldLabel } from './labels';

/** A form of the studio: its values, the inherited values of empty fields, and its faults. */
export interface FormContext {
  t: Translate;
  locale: Locale;
  values: Record<string, unknown>;
  inherited: Record<string, unknown>;
  faults: Refusal[];
}

interface Props {
  form: FormContext;
  path: string;
}

export const fieldId = (path: string) => path.replaceAll(/[^A-Za-z0-9]/g, '-');

/** The label, the control and the error of a field. */
export function Field({ form, path, children, hint }: Props & { children: ReactNode; hint?: string }) {
  const id = fieldId(path);
  return (
    <div className="field">
      <label htmlFor={id}>{fieldLabel(form.t, form.locale, path)}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldFault form={form} path={path} />
    </div>
  );
}

export function FieldFault({ form, path }: Props) {
  const fault = form.faults.find(({ field }) => field === path);
  return (
    <p className="field-error" id={`${fieldId(path)}-error`}>
      {fault && form.t(fault.message ?? fault.code, fault.params)}
    </p>
  );
}

export function described({ form, path, hint }: Props & { hint?: string }) {
  const id = fieldId(path);
  const invalid = form.faults.some(({ field }) => field === path);
  return {
    id,
    name: path,
    'aria-describedby': [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' '),
    'aria-invalid': invalid || undefined
  };
}

/** A text field with the inherited value as its placeholder. */
export function TextInput({ form, path, hint }: Props & { hint?: string }) {
  return (
    <Field form={form} path={path} hint={hint}>
      <input
        type="text"
        {...described({ form, path, hint })}
        defaultValue={String(form.values[path] ?? '')}
        placeholder={String(form.inherited[path] ?? '')}
        autoComplete="off"
      />
    </Field>
  );
}

export function TextArea({ form, path }: Props) {
  return (
    <Field form={form} path={path}>
      <textarea
        {...described({ form, path })}
        defaultValue={String(form.values[path] ?? '')}
        placeholder={String(form.inherited[path] ?? '')}
        rows={2}
      />
    </Field>
  );
}

/** A select field; the empty option inherits. */
export function Choice({ form, path, options, empty }: Props & { options: [string, string][]; empty: string }) {
  return (
    <Field form={form} path={path}>
      <select {...described({ form, path })} defaultValue={String(form.values[path] ?? '')}>
        <option value="">{empty}</option>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}
