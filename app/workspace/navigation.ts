import { isOpen } from '@/lib/access/policy/is-open';
import { may, type Principal } from '@/lib/access/policy/principal';
import type { ProgramFeature } from '@/lib/access/policy/program-features';
import type { TextKey } from '@/lib/core/language/text-key';
import { setUpPath } from '@/lib/kit/setup/address';
import { ENTITIES } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import { isOffered } from '@/lib/kit/setup/record-list';
import { textKey } from '@/lib/kit/setup/texts';
import {
  GROUPS,
  type Group,
  type PageDeclaration,
  type ScreenDeclaration,
  SETUP_GROUPS,
  type SetupGroup
} from './define-screen';
import { screens } from './generated/screens';

/** A screen in the navigation. */
export interface Screen extends ScreenDeclaration {
  href: string;
}

type Program = ReadonlySet<ProgramFeature>;

/** Every screen in navigation order. */
export const SCREENS: readonly Screen[] = [...screens].sort((one, other) => one.order - other.order);

/** The screens that the user may see and the program includes, in navigation order. */
export const openScreens = (principal: Principal, program: Program): Screen[] =>
  SCREENS.filter(
    (screen) => isOpen(principal, program, screen) && (!screen.leadsToSetup || setupFor(principal, program).length > 0)
  );

/** The same, by group; empty groups are left out. */
export function screensFor(principal: Principal, program: Program): { group: Group; screens: Screen[] }[] {
  const open = openScreens(principal, program);
  return GROUPS.map((group) => ({
    group,
    screens: open.filter((screen) => screen.group === group)
  })).filter(({ screens }) => screens.length > 0);
}

/** What the user may add, in navigation order. */
export const creatable = (principal: Principal, program: Program): PageDeclaration[] =>
  SCREENS.flatMap(({ create }) => (create && isOpen(principal, program, create) ? [create] : []));

/** The pages that screens lead to, as far as the user may see them, in navigation order; `screen`: the screen's label. */
export const furtherPages = (principal: Principal, program: Program): (PageDeclaration & { screen: TextKey })[] =>
  SCREENS.flatMap(({ label: screen, pages = [] }) =>
    pages.filter((page) => isOpen(principal, program, page)).map((page) => ({ ...page, screen }))
  );

/** The second level's group of a set-up list. */
const GROUP_OF_LIST: Record<Entity['group'], SetupGroup> = {
  accounting: 'setup.accounting',
  tax: 'setup.expenses',
  expenses: 'setup.expenses',
  purchasing: 'setup.expenses',
  accounts: 'setup.cards',
  fields: 'setup.accounting',
  messages: 'setup.general'
};

/** A page of the second level below "Set-up": a screen, or a set-up list with what it is for. */
export interface SetupPage {
  href: string;
  label: TextKey;
  about?: TextKey;
  entity?: Entity;
}

/** The set-up pages that the user may see, by group; empty groups are left out. */
export function setupFor(principal: Principal, program: Program): { group: SetupGroup; pages: SetupPage[] }[] {
  const open = SCREENS.filter((screen) => isOpen(principal, program, screen));
  const lists = [...ENTITIES.values()].filter(
    (entity) => !entity.parent && may(principal, entity.area, 'view') && isOffered(entity, program)
  );
  return SETUP_GROUPS.map((group) => ({
    group,
    pages: [
      ...open.filter((screen) => screen.group === group),
      ...lists
        .filter((entity) => GROUP_OF_LIST[entity.group] === group)
        .map((entity) => ({
          href: setUpPath(`/${entity.name}`),
          label: textKey(entity, 'many'),
          about: textKey(entity, 'about'),
          entity
        }))
    ]
  })).filter(({ pages }) => pages.length > 0);
}
