'use client';

import { unstable_isUnrecognizedActionError } from 'next/navigation';
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  type SubmitEvent,
  useActionState,
  useEffect,
  useRef,
  useState
} from 'react';
import { afterPress } from './after-press';
import type { FormState, FormTexts, ShownFault } from './form-state';
import { go } from './go';

/** The fault of a field's value, or null. */
type Check = (value: string, typed: (name: string) => string) => string | null;

interface Setup<State extends FormState> {
  /** The server action behind the form; without a script the browser posts to it. */
  action: (state: Awaited<State>, form: FormData) => Promise<State>;
  initial: Awaited<State>;
  texts: FormTexts;
  /** The checks of fields, run on blur and before submission (P5.022). */
  checks?: Record<string, Check>;
  /** Fields to check again when another changes: a value and its confirmation. */
  together?: Record<string, string>;
  /** Fields to clear after a refusal. */
  clears?: string[];
  /** Called before the form is sent. */
  before?: (form: FormData) => Promise<void> | void;
  /** Called with a result, before the browser navigates. */
  after?: (state: State, form: FormData) => Promise<void> | void;
  /** Called if no response came, instead of showing a system failure. */
  failed?: () => void;
}

interface Shown {
  summary: { header: string; faults: ShownFault[] } | null;
  errors: Record<string, string>;
}

/** The state of a portal form: the data for its fields and its summary. */
export type PortalForm<State extends FormState = FormState> = ReturnType<typeof usePortalForm<State>>;

/** Checks that a field is not empty. */
export const required =
  (message: string | undefined): Check =>
  (value) =>
    value.trim() === '' ? (message ?? '') : null;

function shownOf({ faults = [], header }: FormState, { problems }: FormTexts): Shown {
  const atFields = faults.filter(({ field, summaryOnly }) => field && !summaryOnly);
  const counted = problems[Math.min(faults.length, problems.length) - 1] ?? '';
  return {
    summary: faults.length > 0 ? { header: header ?? counted, faults } : null,
    errors: Object.fromEntries(atFields.map(({ field, message }) => [field, message]))
  };
}

type Checked = Pick<Setup<FormState>, 'checks' | 'together'>;

/** Checks fields as they are left, and all of them before anything is sent (P5.022). */
function useChecks(
  { checks = {}, together = {} }: Checked,
  typed: (name: string) => string,
  shown: Shown,
  setShown: Dispatch<SetStateAction<Shown>>
) {
  const touched = useRef(new Set<string>());

  const check = (name: string): string | null => {
    const message = checks[name]?.(typed(name), typed) ?? null;
    setShown(({ errors: { [name]: _, ...others }, ...rest }) => ({
      ...rest,
      errors: message ? { ...others, [name]: message } : others
    }));
    return message;
  };
  const checkAll = () =>
    Object.keys(checks).flatMap((name) => {
      touched.current.add(name);
      const message = check(name);
      return message ? [{ field: name, message }] : [];
    });

  const field = (name: string) => ({
    onInput() {
      touched.current.add(name);
      if (shown.errors[name]) check(name);
      const other = together[name];
      if (other && touched.current.has(other) && typed(other)) check(other);
    },
    onBlur() {
      if (touched.current.has(name) && checks[name]) afterPress(() => check(name));
    }
  });

  /** A field that the page cleared was not left empty by the person. */
  const forget = (name: string) => touched.current.delete(name);

  return { check, checkAll, field, forget };
}

/** A page restored from the back-forward cache must not hold earlier secrets. */
function useSecretsForgotten(form: RefObject<HTMLFormElement | null>, setBusy: (busy: boolean) => void): void {
  useEffect(() => {
    const forget = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      for (const secret of form.current?.querySelectorAll<HTMLInputElement>('.password input') ?? []) secret.value = '';
      setBusy(false);
    };
    addEventListener('pageshow', forget);
    return () => removeEventListener('pageshow', forget);
  }, [form, setBusy]);
}

/**
 * Enhances a form: checks its fields on blur, submits it to its action without leaving the page, and shows the result.
 * Without script the same form posts to the same action.
 */
export function usePortalForm<State extends FormState>(setup: Setup<State>) {
  const { action, initial, texts, clears = [] } = setup;
  const [posted, post] = useActionState(action, initial);
  const [answered, setAnswered] = useState<State | null>(null);
  // At first the result of a post without script, then that of each post.
  const [shown, setShown] = useState(() => shownOf(posted, texts));
  const [busy, setBusy] = useState(false);
  const [announcement, announce] = useState('');
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const input = (name: string) => element.current?.elements.namedItem(name) as HTMLInputElement | null;
  const typed = (name: string) => input(name)?.value ?? '';
  const { check, checkAll, field, forget } = useChecks(setup, typed, shown, setShown);
  const fail = (state: FormState) => setShown(shownOf(state, texts));

  useEffect(() => {
    if (shown.summary) summary.current?.focus();
  }, [shown.summary]);

  useSecretsForgotten(element, setBusy);

  async function send(form: FormData): Promise<void> {
    fail({});
    setBusy(true);
    try {
      await setup.before?.(form);
      const answer = await action((answered ?? posted) as Awaited<State>, form);
      await setup.after?.(answer, form);
      setAnswered(answer);
      fail(answer);
      if (answer.goTo) return go(answer.goTo);
      if (answer.faults) for (const name of clears) clear(name);
    } catch (error) {
      if (unstable_isUnrecognizedActionError(error)) return goToFreshPage(form);
      void report(error);
      if (setup.failed) return setup.failed();
      fail({ header: texts.systemHeader, faults: [{ message: texts.system }] });
    }
    setBusy(false);
  }

  const clear = (name: string) => {
    const field = input(name);
    if (field) field.value = '';
    forget(name);
  };

  return {
    state: answered ?? posted,
    texts,
    busy,
    errors: shown.errors,
    summary: shown.summary && { ...shown.summary, ref: summary },
    announcement,
    /** Announces a message to screen readers only. */
    announce,
    typed,
    input,
    clear,
    /** Checks a field and shows its fault. */
    check,
    /** Shows the faults; an empty list clears them. */
    fail,
    setBusy,
    /** For the `form` element. */
    form: {
      ref: element,
      action: post,
      noValidate: true,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        if (busy) return;
        const faults = checkAll();
        if (faults.length > 0) return fail({ faults });
        const pressed = event.nativeEvent.submitter;
        void send(new FormData(event.currentTarget, pressed));
      }
    },
    /** Props of a field: it is checked on blur, and while it is wrong on every change. */
    field
  };
}

/** Reports a failure to the server; loads the code for it on demand. */
const report = async (error: unknown) => (await import('./call')).reportError(error);

/** The page belongs to an outdated release, whose action was replaced; only the form holds the link's token. */
function goToFreshPage(form: FormData): void {
  const fresh = new URL(location.href);
  const token = form.get('token');
  if (token) fresh.searchParams.set('token', String(token));
  fresh.searchParams.set('expired', '1');
  location.assign(fresh);
}
