import type { z } from 'zod';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import type { Blocking, Refusal } from '@/lib/core/entry/refusal';
import { readNumber } from '@/lib/core/entry/typed-number';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import { dotted } from '@/lib/core/language/text-key';
import type { Params, Translate } from '@/lib/core/language/texts';
import { sentForm, textOf } from '../addresses';
import { type FieldSpec, isShown } from './field-spec';
import type { FormState } from './form-state';
import { formatsOf } from './formats';
import { shapeOf } from './schema-shape';

interface Reader {
  t: Translate;
  locale: Locale;
}

type Fields = readonly FieldSpec[];

/**
 * Parses a form by its fields and a schema. An empty field is undefined, a `checkbox` a boolean, `multi-select`, `people`
 * and `list` an array, and numbers use the user's format; inputs without a field (hidden ones) are parsed if the schema
 * has them. On faults it returns the state to show.
 */
export function parseForm<Schema extends z.ZodType>(
  reader: Reader,
  fields: Fields,
  schema: Schema,
  form: FormData
): { ok: true; value: z.output<Schema> } | { ok: false; state: FormState } {
  const parsed = schema.safeParse(readForm(reader, fields, Object.keys(shapeOf(schema)), form), { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, state: { faults: faultsOf(reader, fields, parsed.error), values: typedIn(fields, form) } };
}

/** Converts a command's refusal to the state of its form. */
export function refusalState(reader: Reader, fields: Fields, refusal: Refusal, form: FormData): FormState {
  const { t } = reader;
  const { code, message, field } = refusal;
  const params: NonNullable<Refusal['params']> = {
    ...withDates(reader, refusal.params ?? {}),
    ...(refusal.blocking && { blocking: blockingWords(reader, refusal.blocking) })
  };
  const label = fields.find(({ name }) => name === field)?.label ?? '';
  const version = refusal.code === 'record.changed' ? Number(params.version) : undefined;
  return {
    faults: [{ ...(field && { field }), message: t(message ?? code, { field: label, ...params }) }],
    values: typedIn(fields, form),
    ...(version !== undefined && { version })
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The parameters of a text, with days as the reader's language writes them. */
function withDates({ locale }: Reader, params: NonNullable<Refusal['params']>): NonNullable<Refusal['params']> {
  const { date } = formatsOf(locale, 'UTC');
  const shown = (value: Params[string]) => (typeof value === 'string' && DAY.test(value) ? date(value) : value);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)]));
}

/** The obstacles to an action in one line: "3 accounts and 2 users". */
function blockingWords({ t, locale }: Reader, blocking: NonNullable<Refusal['blocking']>): string {
  const kinds = (Object.keys(blocking) as Blocking[]).map((kind) =>
    t(`associated.${dotted(kind)}`, { count: blocking[kind] ?? 0 })
  );
  return new Intl.ListFormat(languageTag(locale), { type: 'conjunction' }).format(kinds);
}

/** The version of the record when its form was opened; 0 if absent. */
export const versionOf = (form: FormData): number =>
  /^\d{1,9}$/.test(textOf(form, 'version')) ? Number(textOf(form, 'version')) : 0;

const texts = (form: FormData, name: string) =>
  sentForm(form)
    .getAll(name)
    .filter((value) => typeof value === 'string')
    .map((value) => value.replaceAll('\0', ''))
    .filter((value) => value !== '');

/** The people of a field: the picked ones, and the text that picked nobody, so that it isn't dropped silently. */
const pickedIn = (form: FormData, name: string) => [
  ...texts(form, name),
  ...[textOf(form, `${name}.typed`).trim()].filter(Boolean)
];

const lines = (typed: string) =>
  typed
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);

function readForm(reader: Reader, fields: Fields, names: string[], form: FormData): Record<string, unknown> {
  const hidden = names.filter((name) => !fields.some((field) => field.name === name));
  const shown = fields.filter((field) => isShown(field, (name) => shownValue(fields, form, name)));
  return Object.fromEntries([
    ...hidden.map((name) => [name, textOf(form, name).trim() || undefined]),
    ...shown.filter(({ kind }) => kind !== 'read-only').map((field) => [field.name, entryOf(reader, field, form)])
  ]);
}

/** The value that another field's `showWhen` compares. */
function shownValue(fields: Fields, form: FormData, name: string): unknown {
  const field = fields.find((candidate) => candidate.name === name);
  if (field?.kind === 'checkbox') return sentForm(form).has(name);
  return field?.kind === 'multi-select' ? texts(form, name) : textOf(form, name);
}

function entryOf({ locale }: Reader, { name, kind }: FieldSpec, form: FormData): unknown {
  const typed = textOf(form, name);
  switch (kind) {
    case 'checkbox':
      return sentForm(form).has(name);
    case 'multi-select':
      return texts(form, name);
    case 'list':
      return lines(typed);
    case 'number':
    case 'decimal':
    case 'money':
    case 'percent':
      return typed.trim() === '' ? undefined : readNumber(typed, locale);
    case 'people':
      return pickedIn(form, name);
    case 'combobox':
      // Without a choice there is only the typed text.
      return typed || textOf(form, `${name}.typed`).trim() || undefined;
    case 'file': {
      const file = sentForm(form).get(name);
      return file instanceof File && file.size > 0 ? file : undefined;
    }
    case 'password':
      return typed || undefined;
    default:
      return typed.trim() === '' ? undefined : typed;
  }
}

/** The typed values, to show again; never passwords, and never files. */
export function typedIn(fields: Fields, form: FormData): Record<string, string | string[]> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }): [string, string | string[]][] => {
      if (kind === 'password' || kind === 'file' || kind === 'read-only') return [];
      if (kind === 'multi-select') return [[name, texts(form, name)]];
      if (kind === 'checkbox') return [[name, sentForm(form).has(name) ? 'true' : '']];
      if (kind === 'people') return [[name, pickedIn(form, name)]];
      if (kind === 'combobox')
        return [
          [name, textOf(form, name)],
          [`${name}.typed`, textOf(form, `${name}.typed`)]
        ];
      return [[name, textOf(form, name)]];
    })
  );
}

/** The first fault of each field, in the order of the form. */
function faultsOf(reader: Reader, fields: Fields, error: z.ZodError): FormState['faults'] {
  // A nested field is named by its whole path: `splits.2.amount`.
  const nameOf = (path: readonly PropertyKey[]) => {
    const whole = path.map(String).join('.');
    return fields.some(({ name }) => name === whole) ? whole : String(path[0] ?? '');
  };
  const faults = fieldFaults(error, nameOf).map(({ field: name, code, params }) => {
    const field = fields.find((candidate) => candidate.name === name);
    return {
      ...(field && { field: name }),
      message: reader.t(code, { field: field?.label ?? name, ...withDates(reader, params ?? {}) }),
      ...(code === 'required.field' && { missing: true })
    };
  });
  const place = ({ field }: FormState['faults'][number]) => fields.findIndex(({ name }) => name === field);
  return faults.sort((a, b) => place(a) - place(b));
}
