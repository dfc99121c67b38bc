import { type Fault, faultOf } from '@/app/sdportal/form-state';
import type { Refusal } from '@/lib/core/entry/refusal';

/**
 * The meanings of `ec` (P8.004 to P8.006); 0x132120c8 means that a change is due, 0x13212079 shows no message (P8.007).
 */
const OF_FRONT_DOOR: Record<number, Fault> = {
  320938185: { field: 'old', message: 'current.password.wrong' },
  953092076: { field: 'new2', message: 'password.confirm.not.match' },
  953092075: { field: 'new1', message: 'password.policy' },
  320938285: { field: 'new1', message: 'password.policy' },
  320938284: { field: 'new1', message: 'password.policy' }
};

/** The number in the address's `ec`, decimal or hexadecimal; 0 if there is none. */
export function codeIn(query: URLSearchParams | null): number {
  const given = query?.get('ec') ?? '';
  return /^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(given) ? Number(given) : 0;
}

/** The fault for a code of the front door, if it has one. */
export const faultOfCode = (code: number): Fault | undefined => OF_FRONT_DOOR[code];

/**
 * Maps a refused change to the fault of a field: `invalid.credentials` belongs to the current password, whatever field
 * it names (P8.008).
 */
export function faultOfChange(refusal: Refusal): Fault {
  if (refusal.code === 'invalid.credentials') return { ...faultOf(refusal), field: 'old' };
  return faultOf(refusal, { oldCredential: 'old', newCredential: 'new1' });
}
