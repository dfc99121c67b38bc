/** A choice of a field. */
export interface FieldOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type Kind =
  | 'text'
  | 'textarea'
  | 'email'
  | 'number'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'date'
  | 'time'
  | 'checkbox'
  | 'select'
  | 'radio'
  | 'multi-select'
  | 'list'
  | 'combobox'
  | 'file'
  | 'password'
  | 'read-only';

/** A field of a form. All texts are in the reader's language already. */
export interface FieldSpec {
  name: string;
  label: string;
  kind: Kind;
  required?: boolean;
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  step?: number | string;
  hint?: string;
  /** Of `combobox` and text: what stands in it, in grey, while it is empty. */
  placeholder?: string;
  /** Of `select`, `radio` and `multi-select`. */
  options?: FieldOption[];
  /** Of `select`: false where nothing can't be chosen, though the field isn't marked as required. */
  blank?: false;
  /** Of `combobox`: the address that answers `?q=` with a JSON array of `{ value, label }`. */
  source?: string;
  /** Of `combobox`: parameters that the source is asked with, and the fields that hold their values. */
  sourceWith?: Readonly<Record<string, string>>;
  /** Of `combobox`: the label of the value that the form begins with. */
  valueLabel?: string;
  /** Of `money`: the currency, shown in front. */
  currency?: string;
  /** Of `file`: the types that the browser offers, as in `accept`. */
  accept?: string;
  /** Of `textarea` and `list`: how many lines are seen. */
  rows?: number;
  /** The heading it stands under, with its neighbours of the same group. */
  group?: string;
  autoComplete?: string;
  /** Shown, sent and read only while another field has this value (a checkbox: `true` or `false`). */
  showWhen?: { field: string; equals: string | boolean | string[] };
  /** Half of the form's width, where there is room. */
  half?: boolean;
}

/** What fields hold, by name. Text as typed; `multi-select` and `list` as arrays; `checkbox` as a boolean. */
export type FieldValues = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/** Whether a field is asked for, with what the others hold. */
export function isShown({ showWhen }: FieldSpec, heldBy: (field: string) => unknown): boolean {
  if (!showWhen) return true;
  const wanted = [showWhen.equals].flat().map(String);
  return [heldBy(showWhen.field)].flat().some((value) => wanted.includes(String(value ?? '')));
}

/** The id of a field's control, or of its first choice. */
export const fieldId = (formId: string, { name }: Pick<FieldSpec, 'name'>) =>
  `${formId}-${name.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
