import { z } from 'zod';
import type { Role } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import { settingPlaceOf } from '../../access/policy/setting-place';
import { settingValue } from '../../access/settings/setting-value';
import { database } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import type { Translate } from '../../core/language/texts';
import type { Topic } from './topics';

interface Declared {
  topic: Topic;
  /** Those who do what it is about; none: everybody. */
  roles?: readonly Role[];
  /** What a program must include; none: every program does. */
  program?: ProgramFeature;
}

const ADMINISTRATORS: readonly Role[] = ['C', 'G', 'I'];

/**
 * The product's own guides, one for each topic; their texts are `resource.guide.<name>`: a title, what it is about, and
 * steps in lines. Each names pages by the labels of the navigation.
 */
export const GUIDES = {
  card: { topic: 'elearning', roles: ['A'], program: 'transaction.review' },
  release: { topic: 'releases', roles: ADMINISTRATORS },
  webinar: { topic: 'webinars', roles: ADMINISTRATORS },
  company: { topic: 'implementation', roles: ADMINISTRATORS },
  approve: { topic: 'training', roles: ['S', 'O', 'C'], program: 'transaction.review' },
  expense: { topic: 'forms', roles: ['A'], program: 'expense.reports' },
  find: { topic: 'help' },
  report: { topic: 'guides' }
} as const satisfies Record<string, Declared>;

export type GuideName = keyof typeof GUIDES;
const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[];

/** The pages that guides name, by the labels that their reader sees. */
export type PageLabels = Record<
  'approvals' | 'expenses' | 'inbox' | 'reports' | 'resources' | 'setup' | 'structure' | 'transactions' | 'users',
  string
>;

/** A guide in its reader's language. */
export interface Guide {
  name: GuideName;
  topic: Topic;
  title: string;
  about: string;
  steps: string[];
}

interface GuidesAsked {
  program: ReadonlySet<ProgramFeature>;
  t: Translate;
  labels: PageLabels;
  /** The typed search; empty: all. */
  text?: string;
}

const nameRow = z.strictObject({ name: textOf<GuideName>() });

/**
 * The product's guides for what the principal does, in the order of the topics, unless the company or the issuer shows
 * none (C2.028); a search looks through all their texts.
 */
export async function guidesFor(
  principal: Principal,
  { program, t, labels, text = '' }: GuidesAsked
): Promise<Guide[]> {
  if (!may(principal, 'resources', 'view')) return [];
  if (!(await settingValue(database(), settingPlaceOf(principal), 'resource.guides'))) return [];
  const guides = GUIDE_NAMES.filter((name) => isFor(principal, program, GUIDES[name])).map((name) => ({
    name,
    topic: GUIDES[name].topic,
    title: t(`resource.guide.${name}.title`),
    about: t(`resource.guide.${name}.about`),
    steps: t(`resource.guide.${name}.steps`, labels).split('\n')
  }));
  const sought = text.trim();
  if (!sought) return guides;
  const texts = guides.map(({ title, about, steps }) => [title, about, ...steps].join(' '));
  const found = await readRows(database(), nameRow)`
    SELECT g.name FROM unnest(${guides.map(({ name }) => name)}::text[], ${texts}::text[]) AS g(name, words)
    WHERE strpos(searchable(g.words), nullif(searchable(${sought}), '')) > 0`;
  return guides.filter(({ name }) => found.some((one) => one.name === name));
}

const isFor = ({ role }: Principal, features: ReadonlySet<ProgramFeature>, { roles, program }: Declared): boolean =>
  (roles === undefined || roles.includes(role)) && (program === undefined || features.has(program));
