/** The kinds of node of the reporting structure, from the top (C1.015). */
export const KINDS = ['issuer', 'company_group', 'company', 'account_group', 'org_point', 'account'] as const;
export type Kind = (typeof KINDS)[number];

/** Those that stand below another. */
export type ChildKind = Exclude<Kind, 'issuer'>;

/** What each kind may stand below; levels between may be left out. The database holds the same. */
export const PARENTS: Readonly<Record<Kind, readonly Kind[]>> = {
  issuer: [],
  company_group: ['issuer'],
  company: ['issuer', 'company_group'],
  account_group: ['company'],
  org_point: ['company', 'account_group', 'org_point'],
  account: ['company', 'account_group', 'org_point']
};

/** What may stand directly below a kind. */
export function childKinds(kind: Kind): ChildKind[] {
  return KINDS.filter((child): child is ChildKind => PARENTS[child].includes(kind));
}

/** A node's path has a label of so many characters for itself and for each node above it. */
export const LABEL_CHARACTERS = 8;
/** The most nodes on a way down, the issuer and the account with them: fifteen levels of org points. */
export const MAX_DEPTH = 20;

export const depthOf = (path: string) => path.length / LABEL_CHARACTERS;
