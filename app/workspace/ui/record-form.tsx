import type { ReactNode } from 'react';
import { writeNumber } from '@/lib/core/entry/typed-number';
import { newId } from '@/lib/core/secrets/ids';
import { signedIn } from '../signed-in';
import type { FieldSpec, FieldValues } from './field-spec';
import { FormLeaf } from './form-leaf';
import type { FormState } from './form-state';
import { formTextsOf } from './form-texts';
import { Fresh } from './fresh';

interface Props {
  /** A server action, or the address of the route that takes a form with files (upload-route.ts). */
  action: string | ((state: FormState, form: FormData) => Promise<FormState>);
  fields: FieldSpec[];
  /** The initial values; numbers in stored form. */
  values?: FieldValues;
  submitLabel: string;
  /** The target of Cancel; without it there is no link. */
  cancelHref?: string;
  /** The version of the edited record, sent as `version`. */
  version?: number;
  hidden?: Record<string, string | number>;
  /** Distinguishes the forms of one page. */
  id?: string;
  /** What is typed stays until this changes; without it, until the page is rendered again. */
  rendered?: string;
  /** For a long form: its buttons stay in view, with the number of changes; the text has `{count}` in it. */
  changesLabel?: string;
  /** Whether something else on the page matters more than sending this form. */
  minor?: boolean;
  /** Additional buttons beside the submit button. */
  children?: ReactNode;
}

const NUMBERS = new Set(['number', 'decimal', 'money', 'percent']);

/**
 * The workspace's form: fields from their descriptions, with an error summary and field errors, which never loses typed
 * values. Works without script, except with files.
 */
export async function RecordForm({ values = {}, id = 'form', rendered = newId(), children, ...form }: Props) {
  const { t, locale } = await signedIn();
  const isNumber = (name: string) => form.fields.some((field) => field.name === name && NUMBERS.has(field.kind));
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isNumber(name) && value !== null && value !== undefined ? writeNumber(String(value), locale) : value
    ])
  );
  return (
    <Fresh rendered={rendered}>
      <FormLeaf {...form} id={id} values={shown} texts={formTextsOf(t)}>
        {children}
      </FormLeaf>
    </Fresh>
  );
}
