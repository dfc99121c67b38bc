/** A record offered while somebody types. */
export interface Suggestion {
  id: string;
  kind: string;
  name: string;
  detail: string;
  href: string;
}
