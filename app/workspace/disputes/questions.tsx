'use client';

import { useId, useState } from 'react';
import type { FieldSpec, FieldValues } from '../ui/field-spec';
import { FormLeaf } from '../ui/form-leaf';
import type { FormState } from '../ui/form-state';
import type { FormTexts } from '../ui/form-texts';

/** A reason as the form offers it. */
export interface ShownReason {
  id: string;
  label: string;
  /** The answer to the first question that leads to it, and the one to the second; null: the questions don't propose it. */
  family: string | null;
  situation: string | null;
  /** The last day for submitting, and the days left, in words. */
  deadline: string;
  fields: FieldSpec[];
}

export interface QuestionTexts {
  known: string;
  happened: string;
  reason: string;
}

interface Props {
  reasons: ShownReason[];
  families: { value: string; label: string }[];
  /** The reason of a draft. */
  initial: string | null;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  hidden: Record<string, string>;
  version: number | undefined;
  values: FieldValues;
  submitLabel: string;
  cancelHref: string;
  texts: QuestionTexts;
  formTexts: FormTexts;
}

/** Two questions propose the reason, which the reader may change; the rest of the form asks what the reason needs. */
export function Questions({ reasons, families, initial, hidden, texts, formTexts, ...form }: Props) {
  const [reasonId, setReasonId] = useState(initial);
  const reason = reasons.find(({ id }) => id === reasonId);
  const [family, setFamily] = useState(reason?.family ?? null);
  const id = useId();

  /** A family of one reason proposes it at once; of several the second question does, and what is typed stays. */
  function chooseFamily(value: string) {
    setFamily(value);
    const [only, ...others] = reasons.filter((one) => one.family === value);
    if (only && others.length === 0) setReasonId(only.id);
  }

  return (
    <>
      <div className="record-form">
        {families.length > 0 && (
          <Question legend={texts.known} options={families} chosen={family} choose={chooseFamily} />
        )}
        {family && (
          <Question
            legend={texts.happened}
            options={reasons
              .filter((one) => one.family === family)
              .map((one) => ({ value: one.id, label: one.situation ?? one.label }))}
            chosen={reasonId}
            choose={setReasonId}
          />
        )}
        <div className="field">
          <label htmlFor={id}>{texts.reason}</label>
          <select
            id={id}
            value={reasonId ?? ''}
            aria-describedby={`${id}-deadline`}
            onChange={({ target }) => {
              setReasonId(target.value);
              setFamily(reasons.find((one) => one.id === target.value)?.family ?? null);
            }}
          >
            {!reason && <option value="">{formTexts.choose}</option>}
            {reasons.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
          <p className="hint" id={`${id}-deadline`} role="status">
            {reason?.deadline}
          </p>
        </div>
      </div>
      {reason && (
        <FormLeaf
          {...form}
          id="dispute"
          fields={reason.fields}
          hidden={{ ...hidden, reasonId: reason.id }}
          texts={formTexts}
        />
      )}
    </>
  );
}

interface QuestionProps {
  legend: string;
  options: { value: string; label: string }[];
  chosen: string | null;
  choose: (value: string) => void;
}

function Question({ legend, options, chosen, choose }: QuestionProps) {
  const name = useId();
  return (
    <fieldset className="field choices">
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="choice">
          <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => choose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
