'use client';

import { type FieldSpec, type FieldValues, fieldId } from '../ui/field-spec';
import { FormLeaf } from '../ui/form-leaf';
import type { FormState } from '../ui/form-state';
import type { FormTexts } from '../ui/form-texts';
import { Table } from '../ui/table';
import type { NoticeFields } from './notice-fields';

interface Props {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  fields: NoticeFields;
  values: FieldValues;
  submitLabel: string;
  texts: Record<'kind' | 'mail' | 'browser', string>;
  formTexts: FormTexts;
}

const FORM = 'notices';

/** The client component of `NoticeSettings`: a row for each kind of notice with its channels, and the hours below. */
export function NoticesLeaf({ action, fields, values, submitLabel, texts, formTexts }: Props) {
  const { kinds, pushed, hours } = fields;
  return (
    <FormLeaf
      id={FORM}
      action={action}
      fields={hours}
      values={values}
      submitLabel={submitLabel}
      texts={formTexts}
      more={{
        isAbove: true,
        fields: () => [...kinds, pushed],
        show: (state) => (
          <Table
            named
            columns={[{ label: texts.kind }, { label: texts.mail }, { label: texts.browser }]}
            rows={kinds.map((kind, at) => ({
              key: kind.name,
              cells: [
                kind.label,
                <ByMail
                  key="mail"
                  kind={kind}
                  chosen={String(state.values[kind.name] ?? values[kind.name] ?? '')}
                  channel={texts.mail}
                />,
                <label key="browser" className="choice">
                  <input
                    id={at === 0 ? fieldId(FORM, pushed) : undefined}
                    type="checkbox"
                    name={pushed.name}
                    value={kind.name}
                    defaultChecked={[state.values[pushed.name] ?? values[pushed.name]].flat().includes(kind.name)}
                  />
                  <span className="visually-hidden">{nameOf(kind, texts.browser)}</span>
                </label>
              ]
            }))}
          />
        )
      }}
    />
  );
}

/** What a screen reader says of a choice outside of its row: its kind of notice and its channel. */
const nameOf = ({ label }: FieldSpec, channel: string) => `${label}: ${channel}`;

const ByMail = ({ kind, chosen, channel }: { kind: FieldSpec; chosen: string; channel: string }) => (
  <select
    // React loses a select's default when it resets the form: a new value creates a new element.
    key={chosen}
    id={fieldId(FORM, kind)}
    name={kind.name}
    aria-label={nameOf(kind, channel)}
    defaultValue={chosen}
  >
    {kind.options?.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);
