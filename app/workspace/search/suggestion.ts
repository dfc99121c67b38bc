/** A suggested record. */
export interface Suggestion {
  id: string;
  kind: string;
  name: string;
  detail: string;
  href: string;
}
