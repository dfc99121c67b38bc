import { type Fault, faultOf } from '@/app/sdportal/form-state';
import type { Refusal } from '@/lib/core/entry/refusal';

/** What the front door says by `ec` (P8.004 to P8.006); 0x132120c8 tells that a change is due, 0x13212079 nothing (P8.007). */
const OF_FRONT_DOOR: Record<number, Fault> = {
  320938185: { field: 'old', message: 'current.password.wrong' },
  953092076: { field: 'new2', message: 'password.confirm.not.match' },
  953092075: { field: 'new1', message: 'password.policy' },
  320938285: { field: 'new1', message: 'password.policy' },
  320938284: { field: 'new1', message: 'password.policy' }
};

/** The number that an address has as `ec`, in either notation; 0 when it has none. */
export function codeIn(query: URLSearchParams | null): number {
  const given = query?.get('ec') ?? '';
  return /^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(given) ? Number(given) : 0;
}

/** The fault that the front door tells of by a code, if it does. */
export const faultOfCode = (code: number): Fault | undefined => OF_FRONT_DOOR[code];

/** A refused change as the fault of a field: `invalid.credentials` is the current password's, whatever field it names (P8.008). */
export function faultOfChange(refusal: Refusal): Fault {
  if (refusal.code === 'invalid.credentials') return { ...faultOf(refusal), field: 'old' };
  return faultOf(refusal, { oldCredential: 'old', newCredential: 'new1' });
}
