/** The roles with their titles' order of reach, from one's own accounts to the system (section 6, CD.21). */
export const ROLES = ['A', 'S', 'O', 'C', 'G', 'I', 'H', 'Z'] as const;
export type Role = (typeof ROLES)[number];

export const ACTIONS = ['view', 'modify', 'approve', 'run'] as const;
export type Action = (typeof ACTIONS)[number];

/** What is done to a thing: `users.modify`. An authority template is a list of them. */
export type Authority = `${Area}.${Action}`;

type Line = Partial<Record<Role, string>>;

/**
 * Who may (CD.22), the one place that answers. For each area and role the most that a role may have, each
 * action by its first letter: view, modify, approve, run. An authority template grants a part of it; what
 * stands in brackets a role has only by a template that names it.
 */
const TABLE = {
  /** One's own profile, transactions and expense reports. */
  own: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'vm', I: 'vm' },
  structure: { S: 'v', O: 'v', C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' },
  /** Uploading and downloading the reporting structure. */
  structure_upload: { C: 'vr', G: 'vr', I: 'vr' },
  accounts: { A: 'v', S: 'v', O: 'v', C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' },
  users: { O: '(vm)', C: 'vm', G: 'vm', H: 'vm', I: 'vm', Z: 'vm' },
  /** Users who stand where one stands oneself: adding a role, merging, modifying (C6.022). */
  peers: { O: '(m)', C: 'm', G: 'm', H: 'm', I: 'm', Z: 'm' },
  user_templates: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' },
  authority_templates: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' },
  user_groups: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' },
  /** Looking at the workspace through the eyes of a company administrator or somebody below (C6.017). */
  access_as_user: { G: 'r', H: 'r', I: 'r' },
  /** Linking and merging of user ids. */
  multi_user: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' },
  /** Self-registrations that wait for an answer, and their locks. */
  registrations: { C: 'vma', G: 'vma', H: 'v', I: 'vma', Z: 'v' },
  transactions: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'v', I: 'v', Z: 'v' },
  /** Feeds of card transactions: bringing files, processing rejected rows again; modify: how files are read. */
  feeds: { H: 'v', I: 'vmr', Z: 'v' },
  approvals: { S: 'a', O: 'a', C: 'a', G: 'a' },
  /** Exports of approved transactions to a ledger; modifying one is taking it back (CD.30). */
  ledger_exports: { C: 'vmr', G: 'vmr', H: 'v', I: 'v', Z: 'v' },
  /** Company set-up: accounting codes, schemes, custom data fields and other lists of a company. */
  company_setup: { O: 'v', C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' },
  /** An issuer's own lists: card types, account status codes, reason codes and the like. */
  issuer_setup: { H: 'v', I: 'vm', Z: 'v' },
  company_configuration: { C: 'vm', G: 'vm', I: 'vm', Z: 'v' },
  issuer_configuration: { H: 'v', I: 'vm', Z: 'v' },
  program_options: { H: 'v', I: 'vm', Z: 'v' },
  /** Brands, issuers, issuer groups, settings of the system. */
  system: { Z: 'vm' },
  /** One's own long work: uploads, downloads, copies. */
  jobs: { S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'vm', I: 'vm', Z: 'vm' },
  reports: { A: 'r', S: 'r', O: 'r', C: 'r', G: 'r', H: 'r', I: 'r' },
  audit: { C: 'v', G: 'v', H: 'v', I: 'v', Z: 'v' }
} as const satisfies Record<string, Line>;

export type Area = keyof typeof TABLE;
export const AREAS = Object.keys(TABLE) as Area[];

/**
 * What somebody decides with their own eyes, beside all approving and all running: who a person is, who acts for whom,
 * and what comes into the books or is taken out of them.
 */
const DECIDED: readonly Authority[] = [
  'multi_user.modify',
  'peers.modify',
  'authority_templates.modify',
  'registrations.modify',
  'feeds.modify',
  'ledger_exports.modify'
];

/**
 * Whether an authority is used with one's own eyes only, not by an administrator who looks through them (C6.018): it
 * gives somebody's word, starts work that goes on in their name, or decides. What remains is looking, and changing
 * what can be changed back.
 */
export const isOfOwnEyes = (area: Area, action: Action): boolean =>
  action === 'approve' || action === 'run' || DECIDED.includes(`${area}.${action}`);

const letter = (action: Action) => action[0] as string;

/** The actions that a role may have in an area, its cap. */
export function actionsOf(role: Role, area: Area): Action[] {
  const letters = (TABLE[area] as Line)[role] ?? '';
  return ACTIONS.filter((action) => letters.includes(letter(action)));
}

/** Every authority a role may have: what an authority template of that role can choose from. */
export function authoritiesOf(role: Role): Authority[] {
  return AREAS.flatMap((area) => actionsOf(role, area).map((action): Authority => `${area}.${action}`));
}

/** Whether a role has an authority only by a template that names it. */
export function isByTemplateOnly(role: Role, area: Area, action: Action): boolean {
  const bracketed = ((TABLE[area] as Line)[role] ?? '').replace(/^[^(]*/, '');
  return bracketed.includes(letter(action));
}

/** What is granted: the part of the role's cap that the template names; without a template all that needs none. */
export function granted(role: Role, template: readonly string[] | null): ReadonlySet<Authority> {
  const names = (area: Area, action: Action) =>
    template === null ? !isByTemplateOnly(role, area, action) : template.includes(`${area}.${action}`);
  return new Set(
    AREAS.flatMap((area) =>
      actionsOf(role, area)
        .filter((action) => names(area, action))
        .map((action): Authority => `${area}.${action}`)
    )
  );
}
