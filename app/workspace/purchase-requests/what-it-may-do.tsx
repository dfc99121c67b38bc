import { now } from '@/lib/core/server/clock';
import { localTime } from '@/lib/money/purchasing/local-time';
import { templateControls } from '@/lib/money/purchasing/template-controls';
import type { TemplateTerms } from '@/lib/money/purchasing/terms';
import { controlSentences, type Reader } from './control-sentences';

interface Props {
  reader: Reader;
  /** What the controls come from; without a supplier where the requester chooses one. */
  terms: TemplateTerms;
}

/** What a card made from a template may do, in plain words (C3.059). */
export function WhatItMayDo({ reader, terms: { template, timeZone, type, supplier } }: Props) {
  const { values } = template;
  const { day } = localTime(now(), values.timeZone ?? timeZone);
  const controls = templateControls(values, { timeZone, day, type, supplier });
  return (
    <Sentences
      title={reader.t('purchase.says.title')}
      sentences={controlSentences(reader, controls, { days: values.validDays })}
    />
  );
}

/** Sentences of plain words below a heading. */
export function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <section className="panel" aria-labelledby="may-do">
      <h2 id="may-do">{title}</h2>
      <p>{sentences.join(' ')}</p>
    </section>
  );
}
