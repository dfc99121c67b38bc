import type { FormState } from '@/app/sdportal/ui/form-state';

/** The outcome of taking a soft token. */
export interface SoftTokenState extends FormState {
  /** The token handed out to its owner, shown once. */
  handed?: {
    /** The seed as a link for an authenticator on this device, and for typing it in. */
    address: string;
    secret: string;
    /** The seed as a file. */
    file: { href: string; download: string };
    firstPin: string;
  };
}
