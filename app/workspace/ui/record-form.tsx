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
  action: (state: FormState, form: FormData) => Promise<FormState>;
  fields: FieldSpec[];
  /** What the fields hold at first; numbers as they are stored. */
  values?: FieldValues;
  submitLabel: string;
  /** Where one goes who doesn't want to; no link without it. */
  cancelHref?: string;
  /** The version of the record that is being changed, sent as `version`. */
  version?: number;
  hidden?: Record<string, string | number>;
  /** Tells the forms of one page apart. */
  id?: string;
  /** More buttons, beside the one that sends the form. */
  children?: ReactNode;
}

const NUMBERS = new Set(['number', 'decimal', 'money', 'percent']);

/**
 * The one form of the workspace: fields by their description, what is wrong above them and at each, nothing
 * typed is ever lost. Works without script.
 */
export async function RecordForm({ values = {}, id = 'form', children, ...form }: Props) {
  const { t, locale } = await signedIn();
  const isNumber = (name: string) => form.fields.some((field) => field.name === name && NUMBERS.has(field.kind));
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isNumber(name) && value !== null && value !== undefined ? writeNumber(String(value), locale) : value
    ])
  );
  return (
    <Fresh rendered={newId()}>
      <FormLeaf {...form} id={id} values={shown} texts={formTextsOf(t)}>
        {children}
      </FormLeaf>
    </Fresh>
  );
}
