import { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import { LOCALES, type Locale, languageTag, localeName } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { setUpPath } from '@/lib/kit/setup/address';
import type { Entity } from '@/lib/kit/setup/entity';
import { type Field, isAsked, type Values } from '@/lib/kit/setup/field';
import { CHOICES_SHOWN, choicesFor, type FieldChoice } from '@/lib/kit/setup/field-choices';
import { CURRENCIES } from '@/lib/kit/setup/fields';
import { isKept, shownSecret } from '@/lib/kit/setup/kept-secrets';
import type { RecordList, RecordListAddress } from '@/lib/kit/setup/record-list';
import { fieldKey, hintKey, optionKey } from '@/lib/kit/setup/texts';
import { constrained } from '../ui/constrained';
import type { FieldOption, FieldSpec, FieldValues } from '../ui/field-spec';
import { fileRules } from '../ui/file-rules';
import { addressQuery } from './address';

export interface Asked {
  principal: Principal;
  t: Translate;
  locale: Locale;
  place: RecordList;
  address: RecordListAddress;
  /** The record's values; absent for a new one. */
  values: Values;
  isNew: boolean;
  labels: ReadonlyMap<string, string>;
}

/** The fields of the form for a record that follows a dated one: all but the shared name and the last day. */
export const followSpecs = ({ dated }: Entity, specs: readonly FieldSpec[]): FieldSpec[] =>
  specs.filter(({ name }) => name !== dated?.by && name !== dated?.to);

/** Whether a form has a file, so that it goes to a route that tells the progress (upload-route.ts). */
export const hasFile = (fields: readonly FieldSpec[]) => fields.some(({ kind }) => kind === 'file');

/** The address that saves a record whose form has a file. */
export const savePath = ({ entity }: RecordList, query: Record<string, string>) =>
  setUpPath(`/${entity.name}/save`, query);

/** The name of the checkbox that removes a file. */
export const removalOf = (name: string) => `${name}.remove`;

/** The fields of an entity's form, from its declaration. */
export async function fieldSpecs(asked: Asked): Promise<FieldSpec[]> {
  const { place, values, isNew } = asked;
  const fields = Object.entries(place.entity.fields).filter(
    // A field that depends on a fixed value is shown or hidden once and for all.
    ([name, field]) =>
      !(isNew && field.derived) &&
      (isNew || !isSettled(place, field) || isAsked(field, values)) &&
      hasChoices(place, field, values[name])
  );
  const schema = z.object(Object.fromEntries(fields.map(([name, field]) => [name, field.schema])));
  const specs = await Promise.all(fields.map(([name, field]) => specsOf(asked, name, field)));
  return constrained(schema, specs.flat()).map((spec) =>
    isHeld(asked, spec.name) ? { ...spec, required: false } : spec
  );
}

/** Whether a record has this secret already, so that its field may stay empty. */
const isHeld = ({ place, values }: Asked, name: string) =>
  place.entity.fields[name]?.type === 'secret' && isKept(values[name]);

/** Whether there is anything to choose: a parent value is offered only for a code that depends on another. */
const hasChoices = ({ parent }: RecordList, { target }: Field, value: unknown) =>
  typeof target?.of !== 'function' || target.of(parent) !== null || (value ?? null) !== null;

const isSettled = ({ entity }: RecordList, { when }: Field) =>
  when !== undefined && entity.fields[when.field]?.fixed === true;

async function specsOf(asked: Asked, name: string, field: Field): Promise<FieldSpec[]> {
  const { t, place, isNew } = asked;
  const settled = !isNew && isSettled(place, field);
  const common = {
    name,
    label: t(fieldKey(place.entity, name)),
    // Its schema takes nothing where a condition hides it.
    ...(field.when && field.required && field.type !== 'yes-no' && { required: true }),
    ...(field.hint && { hint: t(hintKey(place.entity, name)) }),
    ...(field.when && !settled && { showWhen: { field: field.when.field, equals: field.when.is.map(String) } })
  };
  if (field.derived || (field.fixed && !isNew))
    return [{ ...common, kind: 'read-only', required: false, hint: undefined }];
  if (field.type === 'file') return fileSpecs(asked, name, field, common);
  if (field.type === 'secret') return secretSpecs(asked, name, field, common);
  return [{ ...common, ...(await controlOf(asked, name, field)) }];
}

/** The initial values of a form's fields; read-only ones as text. */
export function firstValues({ t, place, values, isNew }: Asked): FieldValues {
  return Object.fromEntries(
    Object.entries(place.entity.fields).map(([name, field]) => {
      const value = values[name] ?? null;
      if (field.type === 'secret') return [name, null];
      if (field.type === 'emails') return [name, ((value ?? []) as string[]).join(', ')];
      const isFixedChoice = field.fixed && !isNew && field.options;
      return [name, isFixedChoice ? t(optionKey(place.entity, name, String(value))) : (value as FieldValues[string])];
    })
  );
}

type Common = Pick<FieldSpec, 'name' | 'label' | 'required' | 'hint' | 'showWhen'>;

function fileSpecs({ t, values }: Asked, name: string, { uploads = [], max }: Field, common: Common): FieldSpec[] {
  const spec: FieldSpec = { ...common, kind: 'file', file: fileRules(t, uploads, max) };
  return values[name] ? [spec, { name: removalOf(name), label: t('setup.file.remove'), kind: 'checkbox' }] : [spec];
}

/** A secret that is typed over what is kept, or removed where the record can do without it. */
function secretSpecs({ t, values }: Asked, name: string, { max, required }: Field, common: Common): FieldSpec[] {
  const held = values[name];
  const spec: FieldSpec = { ...common, kind: 'password', maxLength: max };
  if (!isKept(held)) return [spec];
  const kept = { ...spec, hint: t('setup.secret.kept', { shown: shownSecret(held) }) };
  return required ? [kept] : [kept, { name: removalOf(name), label: t('setup.secret.remove'), kind: 'checkbox' }];
}

async function controlOf(asked: Asked, name: string, field: Field): Promise<Omit<FieldSpec, 'name' | 'label'>> {
  const { t, locale, place } = asked;
  const options = Object.keys(field.options ?? {}).map((value) => ({
    value,
    label: t(optionKey(place.entity, name, value))
  }));
  switch (field.type) {
    case 'yes-no':
      return { kind: 'checkbox' };
    case 'date':
      return { kind: 'date', half: true };
    case 'whole':
      return { kind: 'number', half: true };
    case 'decimal':
      return { kind: field.percent ? 'percent' : 'decimal', half: true };
    case 'choice':
      return { kind: 'select', options };
    case 'choices':
      return { kind: 'multi-select', options };
    case 'currency':
      return { kind: 'select', options: currencies(locale) };
    case 'language':
      return { kind: 'select', options: LOCALES.map((value) => ({ value, label: localeName(value, locale) })) };
    case 'lines':
      return { kind: 'list', rows: 8 };
    case 'record':
    case 'records':
    case 'node':
      return pointing(asked, name, field);
    case 'emails':
      // Its schema states the limit of each address.
      return { kind: 'text', maxLength: field.max };
    default:
      return { kind: field.long ? 'textarea' : 'text', rows: (field.max ?? 0) > 1_024 ? 12 : 4 };
  }
}

/** A reference field: a list of choices, or a search field if there are many. */
async function pointing(asked: Asked, name: string, field: Field): Promise<Omit<FieldSpec, 'name' | 'label'>> {
  const { principal, place, address, values, labels } = asked;
  const chosen = [values[name] ?? []].flat().map(String);
  const choices = await choicesFor(principal, place.entity, address, name, { text: '', values });
  if (choices.length <= CHOICES_SHOWN) {
    const kind = field.type === 'records' ? 'multi-select' : 'select';
    return { kind, options: withChosen(choices, chosen, labels) };
  }
  if (field.type === 'records') return { kind: 'list' };
  return {
    kind: 'combobox',
    source: setUpPath(`/${place.entity.name}/choices`, { ...addressQuery(address), field: name }),
    valueLabel: chosen.map((id) => labels.get(id) ?? '').join()
  };
}

/** An inactive value stays visible while it is chosen. */
function withChosen(choices: FieldChoice[], chosen: string[], labels: ReadonlyMap<string, string>): FieldOption[] {
  const gone = chosen.filter((id) => !choices.some(({ value }) => value === id));
  return [...choices, ...gone.map((value) => ({ value, label: labels.get(value) ?? value }))];
}

const currencyNames = new Map<Locale, FieldOption[]>();

function currencies(locale: Locale): FieldOption[] {
  let options = currencyNames.get(locale);
  if (!options) {
    const names = new Intl.DisplayNames(languageTag(locale), { type: 'currency' });
    options = CURRENCIES.map((code) => ({ value: code, label: `${code} – ${names.of(code)}` }));
    currencyNames.set(locale, options);
  }
  return options;
}
