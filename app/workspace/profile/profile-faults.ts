import type { TextKey } from '@/lib/core/language/text-key';
import { ENROLMENT_LABELS } from '../../sdportal/challenge-enrolment';
import type { Fault } from '../../sdportal/form-state';

/** Message keys of the labels of the profile's fields. */
const OWN_LABELS = {
  challengePassword: 'profile.question.password',
  newUserId: 'user.id.new',
  userIdPassword: 'profile.question.password',
  questionId: 'profile.question.choose',
  answer: 'profile.question.answer',
  password: 'profile.question.password'
} as const;

export const FIELD_LABELS: Record<string, TextKey> & typeof OWN_LABELS = { ...ENROLMENT_LABELS, ...OWN_LABELS };

/** The allowed message keys of faults; other values in an address are ignored. */
const MESSAGES = {
  'required.field': {},
  'invalid.entry': {},
  'too.long': {},
  'profile.question.answer.rule': {},
  'profile.question.answer.reset.rule': {},
  'challenge.question.twice': {},
  'challenge.question.unknown': {},
  'challenge.response.not.match': {},
  'challenge.response.rule': {},
  'challenge.response.twice': {},
  'login.sso.only': {},
  'password.user.id.match': {},
  'too.many.requests': { minutes: 60 },
  'user.id.card.number': {},
  'user.id.digits': {},
  'user.id.same': {},
  'user.id.short': {},
  'user.id.spaces': {},
  'user.id.special.characters': {},
  'user.id.taken': {},
  'user.not.authorized': {},
  'invalid.credentials': {},
  'request.forged': {},
  'sign.in.busy': { seconds: 5 }
} satisfies Partial<Record<TextKey, Fault['params']>>;

const isMessage = (code: string): code is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, code);

/** Encodes faults as parameters of the return address. */
export function faultQuery(faults: Fault[]): URLSearchParams {
  return new URLSearchParams(faults.map(({ field = '', message }) => ['fault', `${field}:${message}`]));
}

/** Reads the faults from the address. */
export function faultsIn(parameters: string[]): Fault[] {
  return parameters.slice(0, 12).flatMap((parameter) => {
    const [field = '', code = ''] = parameter.split(':');
    const label = FIELD_LABELS[field];
    return isMessage(code) ? [{ message: code, params: MESSAGES[code], ...(label && { field, label }) }] : [];
  });
}
