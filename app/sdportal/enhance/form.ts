import { afterPress } from './after-press';
import { CallRefused, reportError } from './call';
import { showErrorSummary } from './error-summary';
import { enableReveal } from './reveal';

/** What the server tells the script of every form (form-texts.ts). */
export interface FormTexts {
  /** "There is 1 problem", "There are 2 problems" and so on. */
  problems: string[];
  systemHeader: string;
  system: string;
  progress: string;
}

export interface Form {
  element: HTMLFormElement;
  input: (name: string) => HTMLInputElement;
  value: (name: string) => string;
  /** Shows errors from outside: at their fields, and in the summary, which takes the focus. */
  fail: (faults: { field?: string; message: string; summaryOnly?: boolean }[], header?: string) => void;
  /** Empties fields. */
  clear: (...names: string[]) => void;
  setBusy: (busy: boolean) => void;
}

interface Setup {
  texts: FormTexts;
  /** For each field what is wrong with its value, or null. Run on blur and on submit (P5.022). */
  checks: Record<string, (value: string, form: Form) => string | null>;
  /** Fields to check again when another changes: a confirmation and what it confirms. */
  together?: Record<string, string>;
  submit: (form: Form) => Promise<void>;
  /** What a failed submit shows; by default its message, or that the system failed. */
  failed?: (error: unknown, form: Form) => void;
}

/** Takes a form over from the browser: checks fields as they are left, submits without leaving the page. */
export function enhanceForm(id: string, { texts, checks, together = {}, submit, failed }: Setup): Form {
  const element = document.getElementById(id) as HTMLFormElement;
  const button = element.querySelector('button[type=submit]') as HTMLButtonElement;
  const label = button.textContent ?? '';
  const touched = new Set<string>();
  let busy = false;

  const input = (name: string) => document.getElementById(name) as HTMLInputElement;
  const form: Form = {
    element,
    input,
    value: (name) => input(name).value,
    fail(faults, header) {
      for (const { field, message, summaryOnly } of faults) if (field && !summaryOnly) showFieldError(field, message);
      showErrorSummary(
        header ?? texts.problems[Math.min(faults.length, texts.problems.length) - 1] ?? '',
        faults.map(({ field, message }) => ({ target: field, description: message }))
      );
    },
    clear(...names) {
      for (const name of names) input(name).value = '';
    },
    setBusy(value) {
      busy = value;
      button.textContent = value ? texts.progress : label;
      button.setAttribute('aria-disabled', String(value));
    }
  };
  const check = (name: string) => {
    const message = checks[name]?.(input(name).value, form) ?? null;
    showFieldError(name, message);
    return message;
  };

  enableReveal();
  for (const name of Object.keys(checks)) {
    input(name).addEventListener('input', () => {
      touched.add(name);
      if (input(name).hasAttribute('aria-invalid')) check(name);
      const other = together[name];
      if (other && touched.has(other) && input(other).value) check(other);
    });
    input(name).addEventListener('blur', () => {
      if (touched.has(name)) afterPress(() => check(name));
    });
  }
  // A page taken out of the back-forward cache must not hold the secrets of before.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const secret of element.querySelectorAll<HTMLInputElement>('.password input')) secret.value = '';
    form.setBusy(false);
  });
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy) return;
    const faults = Object.keys(checks).flatMap((name) => {
      touched.add(name);
      const message = check(name);
      return message ? [{ field: name, message }] : [];
    });
    if (faults.length > 0) return form.fail(faults);
    showErrorSummary('', []);
    form.setBusy(true);
    try {
      await submit(form);
    } catch (error) {
      form.setBusy(false);
      if (failed) failed(error, form);
      else failByDefault(error, form, texts);
    }
  });
  return form;
}

/** The first entry of the error body (P8.012), at the field it names if the form has it; else that the system failed. */
export function failByDefault(error: unknown, form: Form, texts: FormTexts): void {
  const refused = error instanceof CallRefused ? error : null;
  if (!refused || refused.status >= 500) reportError(error);
  if (!refused?.message || refused.status === 500) form.fail([{ message: texts.system }], texts.systemHeader);
  else form.fail([{ field: form.input(refused.field) ? refused.field : undefined, message: refused.message }]);
}

/** The message of a field stands under it and is told to assistive technology; null takes it away. */
export function showFieldError(name: string, message: string | null): void {
  const input = document.getElementById(name) as HTMLInputElement;
  const place = document.getElementById(`${name}-error`) as HTMLElement;
  place.textContent = message ?? '';
  if (message) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

/** A check that a field is filled in. */
export const required = (message: string | undefined) => (value: string) =>
  value.trim() === '' ? (message ?? '') : null;
