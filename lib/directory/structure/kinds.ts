/** The kinds of node of the reporting structure, from the top (C1.015). */
export const KINDS = ['issuer', 'company_group', 'company', 'account_group', 'org_point', 'account'] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds that have a parent. */
export type ChildKind = Exclude<Kind, 'issuer'>;

/** The parents allowed for each kind; levels in between may be left out. The database enforces the same. */
export const PARENTS: Readonly<Record<Kind, readonly Kind[]>> = {
  issuer: [],
  company_group: ['issuer'],
  company: ['issuer', 'company_group'],
  account_group: ['company'],
  org_point: ['company', 'account_group', 'org_point'],
  account: ['company', 'account_group', 'org_point']
};

/** The kinds allowed directly below a kind. */
export function childKinds(kind: Kind): ChildKind[] {
  return KINDS.filter((child): child is ChildKind => PARENTS[child].includes(kind));
}

/** The length of a path's label; a path has one for the node and each node above it. */
export const LABEL_CHARACTERS = 8;
/** The maximum depth, including issuer and account: fifteen levels of org points. */
export const MAX_DEPTH = 20;

export const depthOf = (path: string) => path.length / LABEL_CHARACTERS;
