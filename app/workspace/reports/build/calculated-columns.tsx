'use client';

import { type FormEvent, useId, useState } from 'react';
import type { Calculation } from '@/lib/kit/reports/calculated';
import { isAdditive, type OperandKind, SHARES, type Share } from '@/lib/kit/reports/expression';
import { type ExpressionFault, parseExpression } from '@/lib/kit/reports/parse-expression';
import { writeExpression } from '@/lib/kit/reports/write-expression';
import { useListingPlace } from '../../listing/listing-place';

interface Texts {
  title: string;
  hints: readonly string[];
  heading: string;
  expression: string;
  share: string;
  value: string;
  shares: Record<Share, string>;
  apply: string;
  /** With `{heading}`. */
  remove: string;
  required: string;
  /** With `{text}`. */
  faults: Record<ExpressionFault['code'], string>;
}

/** A column that an expression may name, by what it holds. */
export interface Operand {
  name: string;
  kind: OperandKind;
  label: string;
}

interface Props {
  calculations: readonly Calculation[];
  /** The amounts, numbers and dates of the report. */
  operands: readonly Operand[];
  most: number;
  /** Whether groups are in groups. */
  isNested: boolean;
  texts: Texts;
}

/** The calculated columns of a report, and an empty one to begin with; each shows in the preview once it is right. */
export function CalculatedColumns({ calculations, operands, most, isNested, texts }: Props) {
  const shown = [...calculations, { heading: '', expression: '' }].slice(0, most);
  return (
    <fieldset className="report-calculated">
      <legend>{texts.title}</legend>
      {texts.hints.map((hint) => (
        <p key={hint} className="support">
          {hint}
        </p>
      ))}
      {shown.map((calculation, at) => (
        <CalculatedColumn
          key={`${at}/${calculation.heading}/${calculation.expression}/${calculation.share}`}
          {...{ calculation, operands, isNested, texts }}
          number={at + 1}
        />
      ))}
    </fieldset>
  );
}

type ColumnProps = Omit<Props, 'calculations' | 'most'> & { calculation: Calculation; number: number };

function CalculatedColumn({ calculation, operands, isNested, texts, number }: ColumnProps) {
  const { go } = useListingPlace();
  const id = useId();
  const isNew = calculation.expression === '';
  const named = (name: string, kind: OperandKind) => (operand: Operand) =>
    operand.kind === kind && (operand.name === name || operand.label.toLowerCase() === name.toLowerCase());
  const read = (text: string) => parseExpression(text, (name, kind) => operands.find(named(name, kind))?.name ?? null);
  const inWords = (fault: ExpressionFault) =>
    texts.faults[fault.code].replace('{text}', 'text' in fault.params ? fault.params.text : '');
  const saved = read(calculation.expression);
  const words = saved.ok
    ? writeExpression(saved.expression, (name) => operands.find((one) => one.name === name)?.label ?? name)
    : calculation.expression;
  const [faults, setFaults] = useState<{ heading?: string; expression?: string }>(
    saved.ok || isNew ? {} : { expression: inWords(saved.fault) }
  );

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [heading, text] = [String(form.get('heading')).trim(), String(form.get('expression')).trim()];
    const [found, share] = [read(text), String(form.get('share'))];
    const isRatio = found.ok && share !== '' && !isAdditive(found.expression);
    const wrong = {
      ...(heading === '' && { heading: texts.required }),
      ...(isRatio && { expression: texts.faults['report.share.additive'] }),
      ...(text === '' ? { expression: texts.required } : !found.ok && { expression: inWords(found.fault) })
    };
    setFaults(wrong);
    if (Object.keys(wrong).length > 0 || !found.ok) return;
    const expression = writeExpression(found.expression, (name) => name);
    go({ [`heading${number}`]: heading, [`calc${number}`]: expression, [`share${number}`]: share || null });
  }
  const field = (name: 'heading' | 'expression', label: string, value: string, longest: number) => (
    <div className="field">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        name={name}
        defaultValue={value}
        maxLength={longest}
        autoComplete="off"
        aria-invalid={faults[name] ? true : undefined}
        aria-describedby={faults[name] ? `${id}-${name}-fault` : undefined}
      />
      {faults[name] && (
        <p id={`${id}-${name}-fault`} className="field-error" role="alert">
          {faults[name]}
        </p>
      )}
    </div>
  );
  return (
    <form onSubmit={apply} noValidate>
      {field('heading', texts.heading, calculation.heading, 60)}
      {field('expression', texts.expression, isNew ? '' : words, 300)}
      <label className="field">
        {texts.share}
        <select name="share" defaultValue={calculation.share ?? ''}>
          <option value="">{texts.value}</option>
          {SHARES.filter((share) => isNested || share === 'report' || share === calculation.share).map((share) => (
            <option key={share} value={share}>
              {texts.shares[share]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{texts.apply}</button>
      {!isNew && (
        <button
          type="button"
          onClick={() => go({ [`heading${number}`]: null, [`calc${number}`]: null, [`share${number}`]: null })}
        >
          {texts.remove.replace('{heading}', calculation.heading)}
        </button>
      )}
    </form>
  );
}
