import type { FormState } from './form-state';

/** What the route of an upload answers: the page to show next, or the form's state. */
export type UploadAnswer<State extends FormState = FormState> = { href: string } | { state: State };
