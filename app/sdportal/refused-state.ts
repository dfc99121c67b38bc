import type { SignInOutcome } from '@/lib/sign-in/steps/sign-in-refusal';
import type { FormState } from './form-state';

type Refused = Extract<SignInOutcome, { kind: 'refused' }>;

/** The form state of a refused sign-in (P8.001): the summary links to `field`, which is not marked as wrong. */
export function refusedState(
  { status, refusal, retryAfter }: Refused,
  field: string
): FormState & { status: Refused['status']; retryAfter?: number } {
  const fault = { message: refusal.code, ...(refusal.params && { params: refusal.params }) };
  return {
    status,
    ...(retryAfter && { retryAfter }),
    header: status === 503 ? 'login.unable' : 'login.failed.header',
    faults: [refusal.code === 'login.failed' ? { ...fault, field, summaryOnly: true } : fault]
  };
}
