import type { FileRules } from './file-refusal';

/** A choice of a field. */
export interface FieldOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** For `combobox` and `people`: a second line, which distinguishes equal labels. */
  detail?: string;
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
  | 'people'
  | 'file'
  | 'password'
  | 'read-only';

/** The value that another field has. */
interface HasValue {
  field: string;
  equals: string | boolean | string[];
}

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
  /** For `combobox` and text: the grey placeholder. */
  placeholder?: string;
  /** For `select`, `radio` and `multi-select`; for `people`: the initial ones. */
  options?: FieldOption[];
  /** For `select`: false removes the empty option, though the field isn't marked as required. */
  blank?: false;
  /** For `combobox` and `people`: the address that answers `?q=` with a JSON array of `FieldOption`. */
  source?: string;
  /** For the same: parameters of the source, and the fields with their values. */
  sourceWith?: Readonly<Record<string, string>>;
  /** For `combobox`: the label of the initial value. */
  valueLabel?: string;
  /** For `money`: the currency, shown in front. */
  currency?: string;
  /** For `file`: what it takes. */
  file?: FileRules;
  /** For `textarea` and `list`: the number of visible lines. */
  rows?: number;
  /** For `list`: lines that a press adds, below their name. */
  offered?: { label: string; lines: readonly string[] };
  /** The heading above the field and its neighbours of the same group. */
  group?: string;
  autoComplete?: string;
  /**
   * Shown, sent and parsed only while another field has this value (a checkbox: `true` or `false`), while several have
   * theirs, or while any of these fields is filled in.
   */
  showWhen?: HasValue | readonly HasValue[] | { anyFilled: string[] };
  /** Half of the form's width, if there is space. */
  half?: boolean;
  /** The choices of a `radio` or `multi-select` beside each other: they are few and short. */
  inRow?: boolean;
}

/** The values of fields by name. Text as typed; `multi-select`, `people` and `list` as arrays; `checkbox` as a boolean. */
export type FieldValues = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/** The fields that decide whether a field is shown. */
export const deciding = ({ showWhen }: FieldSpec): string[] => {
  if (!showWhen) return [];
  return 'anyFilled' in showWhen ? showWhen.anyFilled : [showWhen].flat().map(({ field }) => field);
};

/** Whether a field is shown, given the other values. */
export function isShown({ showWhen }: FieldSpec, heldBy: (field: string) => unknown): boolean {
  if (!showWhen) return true;
  if ('anyFilled' in showWhen) return showWhen.anyFilled.some((name) => String(heldBy(name) ?? '') !== '');
  return [showWhen].flat().every(({ field, equals }) => {
    const wanted = [equals].flat().map(String);
    return [heldBy(field)].flat().some((value) => wanted.includes(String(value ?? '')));
  });
}

/** The id of a field's control, or of its first choice. */
export const fieldId = (formId: string, { name }: Pick<FieldSpec, 'name'>) =>
  `${formId}-${name.replaceAll(/[^A-Za-z0-9]/g, '-')}`;

/** The id of the frame of a form's group, by its place among the groups. */
export const groupId = (formId: string, at: number) => `${formId}-group-${at}`;

/** Groups neighbouring fields of the same group. */
export function grouped(fields: readonly FieldSpec[]): { group: string | undefined; members: FieldSpec[] }[] {
  const groups: { group: string | undefined; members: FieldSpec[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last && last.group === field.group) last.members.push(field);
    else groups.push({ group: field.group, members: [field] });
  }
  return groups;
}
