'use client';

import { useRef, useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { ErrorSummary } from '../ui/error-summary';
import type { FieldSpec } from '../ui/field-spec';
import { Focused } from '../ui/focused';
import type { FormState } from '../ui/form-state';
import type { FormTexts } from '../ui/form-texts';
import type { PickedPeople } from '../ui/people-picker';
import { usePostedForm } from '../ui/use-posted-form';
import { CommentText } from './comment-text';
import { Mentions } from './mentions';
import type { CommentsState, ShownComment } from './shown';

interface Props {
  comments: ShownComment[];
  mayAdd: boolean;
  /** Names the record in each form. */
  hidden: Record<string, string>;
  add: (state: CommentsState, form: FormData) => Promise<CommentsState>;
  remove: (state: FormState, form: FormData) => Promise<CommentsState>;
  textField: FieldSpec;
  mentionField: FieldSpec;
  texts: Record<'add' | 'choose' | 'explanation' | 'gone' | 'none' | 'question' | 'remove', string>;
  formTexts: FormTexts;
}

const FORM = 'comment';

/** The client component of `Comments`: the comments, and the form that adds one. */
export function CommentsLeaf({ comments, mayAdd, hidden, remove, texts, formTexts, ...adding }: Props) {
  const { textField, mentionField } = adding;
  // Adding and removing answer with all of them, so that the last answer is shown, whichever form it came to.
  const { state, submit, send, show, pending } = usePostedForm<CommentsState>(adding.add, formTexts, {
    faults: [],
    values: {},
    comments
  });
  const picked = useRef<PickedPeople>(null);
  const [isChoosing, setChoosing] = useState(false);
  const count = state.comments.length;
  const faultOf = ({ name }: FieldSpec) => state.faults.find(({ field }) => field === name)?.message;
  const typed = (name: string) => String(state.values[name] ?? '');

  return (
    <>
      {state.told && (
        // Each outcome takes the focus: an added comment, or one more without a text.
        <Focused
          key={`${count}-${state.comments.filter(({ text }) => text === null).length}`}
          className="message message-success"
          role="status"
        >
          {state.told}
        </Focused>
      )}
      {count === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <ol className="comments">
          {state.comments.map(({ id, by, at, text, to, mayRemove }) => (
            <li key={id}>
              <p className="comment-head">
                <strong>{by}</strong> {to && <span>{to}</span>} <span className="muted">{at}</span>
              </p>
              <p className={text === null ? 'muted' : 'comment-text'}>{text ?? texts.gone}</p>
              {mayRemove && (
                <ConfirmDialog
                  label={texts.remove}
                  question={texts.question}
                  explanation={texts.explanation}
                  confirmLabel={texts.remove}
                  texts={formTexts}
                  action={remove}
                  done={show}
                  hidden={{ ...hidden, id }}
                  danger
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {mayAdd && (
        <form className="record-form" action={submit} onSubmit={send} noValidate>
          <ErrorSummary formId={FORM} state={state} fields={[textField, mentionField]} texts={formTexts} />
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <CommentText
            // An added comment leaves the field.
            key={`text-${count}`}
            formId={FORM}
            field={textField}
            text={typed('text')}
            fault={faultOf(textField)}
            texts={formTexts}
            people={mentionField}
            onMention={(person) => {
              picked.current?.add(person);
              setChoosing(true);
            }}
          />
          {/* Most comments name nobody, or in their text. */}
          <details
            open={isChoosing || faultOf(mentionField) !== undefined}
            onToggle={({ currentTarget }) => setChoosing(currentTarget.open)}
          >
            <summary>{texts.choose}</summary>
            <Mentions
              key={`mention-${count}`}
              formId={FORM}
              field={mentionField}
              typed={typed('mention.typed')}
              fault={faultOf(mentionField)}
              texts={formTexts}
              picked={picked}
            />
          </details>
          <div className="form-actions">
            <button type="submit" aria-disabled={pending || undefined}>
              {pending ? formTexts.sending : texts.add}
            </button>
          </div>
        </form>
      )}
    </>
  );
}
