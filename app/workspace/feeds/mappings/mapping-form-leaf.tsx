'use client';

import { useEffect, useRef } from 'react';
import { Field } from '../../ui/field';
import type { FieldSpec, FieldValues } from '../../ui/field-spec';
import { FormLeaf } from '../../ui/form-leaf';
import type { FormState } from '../../ui/form-state';
import type { FormTexts } from '../../ui/form-texts';
import { PreviewRows, type PreviewTexts, type SampleRead } from './preview-rows';
import { typeFieldName, typeLinesIn } from './type-lines';
import { TypeRows, type TypeTexts } from './type-rows';

/** The outcome of a mapping's form: faults, or the preview of a sample. */
export interface MappingState extends FormState {
  preview?: SampleRead;
}

/** The number of bytes of a sample that are sent: the beginning of a file suffices. */
const MOST_SENT = 200_000;

interface Props {
  action: (state: MappingState, form: FormData) => Promise<MappingState>;
  fields: FieldSpec[];
  sample: FieldSpec[];
  /** The texts of the lines that map words to types. */
  typeOptions: { value: string; label: string }[];
  values: FieldValues;
  version?: number;
  hidden?: Record<string, string>;
  submitLabel: string;
  cancelHref: string;
  texts: PreviewTexts & { preview: string; show: string; types: TypeTexts };
  formTexts: FormTexts;
}

/** The client component of `MappingForm`, with the words for types and the preview of a sample. */
export function MappingFormLeaf({ sample, typeOptions, texts, formTexts, values, ...form }: Props) {
  return (
    <FormLeaf<MappingState>
      {...form}
      id="form"
      values={values}
      texts={formTexts}
      more={{
        fields: (state) => [
          ...typeLinesIn(state.values).lines.map(
            ({ key }): FieldSpec => ({ name: typeFieldName(key, 'said'), label: texts.types.said, kind: 'text' })
          ),
          ...sample
        ],
        show: (state, touched) => (
          <>
            <TypeRows
              formId="form"
              values={Object.keys(state.values).length > 0 ? state.values : values}
              options={typeOptions}
              faults={state.faults}
              touched={touched}
              texts={texts.types}
            />
            <Sample fields={sample} state={state} texts={texts} formTexts={formTexts} />
          </>
        )
      }}
    />
  );
}

/** A sample and its preview by the form's current values; stores neither. */
function Sample({
  fields,
  state,
  texts,
  formTexts
}: {
  fields: FieldSpec[];
  state: MappingState;
  texts: Props['texts'];
  formTexts: FormTexts;
}) {
  const { preview } = state;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (preview) result.current?.focus();
  }, [preview]);
  return (
    // The pasted sample is never saved, so leaving it needs no question.
    <fieldset className="form-group feed-sample" onInput={(event) => event.stopPropagation()} onChange={shorten}>
      <legend>{texts.preview}</legend>
      {fields.map((field) => (
        <Field
          key={field.name}
          formId="form"
          field={field}
          value={state.values[field.name]}
          typed=""
          fault={state.faults.find((fault) => fault.field === field.name)?.message}
          texts={formTexts}
          shown={true}
        />
      ))}
      <p className="field">
        <button type="submit" name="then" value="preview" className="button">
          {texts.show}
        </button>
      </p>
      {preview && (
        <div ref={result} className="field feed-previewed" tabIndex={-1}>
          <PreviewRows {...preview} texts={texts} />
        </div>
      )}
    </fieldset>
  );
}

/** A long file is replaced by its beginning. */
function shorten({ target }: { target: EventTarget }) {
  if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
  const file = target.files?.[0];
  if (!file || file.size <= MOST_SENT) return;
  const chosen = new DataTransfer();
  chosen.items.add(new File([file.slice(0, MOST_SENT)], file.name));
  target.files = chosen.files;
}
