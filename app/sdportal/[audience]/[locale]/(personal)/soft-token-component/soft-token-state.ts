import type { FormState } from '@/app/sdportal/ui/form-state';

/** What taking a soft token came to. */
export interface SoftTokenState extends FormState {
  /** The token that was just handed out, to its owner: shown once. */
  handed?: {
    /** The seed as an address for an application on this device, and by hand. */
    address: string;
    secret: string;
    /** The seed as a file. */
    file: { href: string; download: string };
    firstPin: string;
  };
}
