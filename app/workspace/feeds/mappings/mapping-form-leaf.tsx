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

/** What the form of a mapping came to: faults, or how a sample is read by it. */
export interface MappingState extends FormState {
  preview?: SampleRead;
}

/** Bytes of a sample that are sent: nobody has to bring a whole file to look at its beginning. */
const MOST_SENT = 200_000;

interface Props {
  action: (state: MappingState, form: FormData) => Promise<MappingState>;
  fields: FieldSpec[];
  sample: FieldSpec[];
  /** Of the lines that say what words mean. */
  typeOptions: { value: string; label: string }[];
  values: FieldValues;
  version?: number;
  hidden?: Record<string, string>;
  submitLabel: string;
  cancelHref: string;
  texts: PreviewTexts & { preview: string; show: string; types: TypeTexts };
  formTexts: FormTexts;
}

/** The leaf of `MappingForm`: with the words for types and with how a sample is read by what stands in the form. */
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

/** A sample, and how it is read by what stands in the form: nothing of either is kept. */
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
    // What is pasted here isn't to be saved, so it may be left behind.
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

/** Of a long file its beginning is chosen in its place. */
function shorten({ target }: { target: EventTarget }) {
  if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
  const file = target.files?.[0];
  if (!file || file.size <= MOST_SENT) return;
  const chosen = new DataTransfer();
  chosen.items.add(new File([file.slice(0, MOST_SENT)], file.name));
  target.files = chosen.files;
}
