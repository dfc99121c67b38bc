'use client';

import { useEffect, useRef, useState } from 'react';
import type { RevealedCard } from '@/lib/money/purchasing/processors/processor';
import { Facts } from '../../ui/facts';
import type { FieldSpec } from '../../ui/field-spec';
import { FormLeaf } from '../../ui/form-leaf';
import { type FormState, UNSENT } from '../../ui/form-state';
import type { FormTexts } from '../../ui/form-texts';

const SHOWN_SECONDS = 60;

interface Props {
  requestId: string;
  action: (state: FormState, form: FormData) => Promise<FormState & { card?: RevealedCard }>;
  fields: FieldSpec[];
  formTexts: FormTexts;
  /** `left` has `{seconds}` in it. */
  texts: Record<'show' | 'number' | 'expiry' | 'code' | 'hide' | 'left', string>;
}

/**
 * Shows a card for a minute, and then forgets it. The number is in this component's state alone: neither in the page nor
 * in the state of its form, which would travel back.
 */
export function ShowCard({ requestId, action, fields, formTexts, texts }: Props) {
  const [card, setCard] = useState<RevealedCard | null>(null);
  const [left, setLeft] = useState(SHOWN_SECONDS);
  const shown = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!card) return;
    shown.current?.focus();
    const until = Date.now() + SHOWN_SECONDS * 1_000;
    const tick = setInterval(() => {
      const seconds = Math.ceil((until - Date.now()) / 1_000);
      setLeft(Math.max(0, seconds));
      if (seconds <= 0) setCard(null);
    }, 500);
    return () => clearInterval(tick);
  }, [card]);

  async function ask(state: FormState, form: FormData): Promise<FormState> {
    const { card: come, ...after } = await action(state, form);
    if (!come) return after;
    setLeft(SHOWN_SECONDS);
    setCard(come);
    return UNSENT;
  }

  if (!card)
    return (
      <FormLeaf
        {...{ id: 'show-card', fields, values: {}, texts: formTexts, hidden: { id: requestId } }}
        action={ask}
        submitLabel={texts.show}
        minor
      />
    );
  return (
    <section ref={shown} tabIndex={-1} aria-label={texts.show}>
      <Facts
        facts={[
          { label: texts.number, value: card.number.replace(/(\d{4})(?=\d)/g, '$1 ') },
          { label: texts.expiry, value: card.expiry },
          { label: texts.code, value: card.code }
        ]}
      />
      <p>{texts.left.replace('{seconds}', String(left))}</p>
      <button type="button" onClick={() => setCard(null)}>
        {texts.hide}
      </button>
    </section>
  );
}
