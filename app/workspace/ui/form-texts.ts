import type { Translate } from '@/lib/core/language/texts';
import type { FailureTexts } from './guarded-action';

/** The texts of every form, in the reader's language. */
export interface FormTexts extends FailureTexts {
  /** "There are … problems", for one to ten; higher counts use ten. */
  problems: string[];
  /** Header of the summary if all faults are empty fields. */
  missing: string;
  required: string;
  requiredHint: string;
  choose: string;
  cancel: string;
  sending: string;
  /** With `{count}` in it. */
  left: string;
  leaveTitle: string;
  leaveText: string;
  leave: string;
  stay: string;
  noMatch: string;
  typeName: string;
  linesHint: string;
  loadFailed: string;
}

/** What a form of buttons needs of them. */
export const failureTexts = (t: Translate): FailureTexts => ({
  failed: t('save.failed'),
  serverDown: t('server.down')
});

/** Reads the texts from the messages. */
export function formTextsOf(t: Translate): FormTexts {
  return {
    problems: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => t('error.count', { count })),
    missing: t('required.fields.missing'),
    required: t('form.required'),
    requiredHint: t('form.required.hint'),
    choose: t('form.choose'),
    cancel: t('form.cancel'),
    sending: t('form.sending'),
    left: t('form.characters.left', { count: '{count}' }),
    leaveTitle: t('form.leave.title'),
    leaveText: t('form.leave.text'),
    leave: t('form.leave.leave'),
    stay: t('form.leave.stay'),
    noMatch: t('form.no.match'),
    typeName: t('form.type.name'),
    linesHint: t('form.lines.hint'),
    ...failureTexts(t),
    loadFailed: t('load.failed')
  };
}
