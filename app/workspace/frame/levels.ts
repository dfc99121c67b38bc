import type { Principal } from '@/lib/access/policy/principal';
import type { ProgramFeature } from '@/lib/access/policy/program-features';
import type { Translate } from '@/lib/core/language/texts';
import { openScreens, type Screen, screensFor, setupFor } from '../navigation';
import type { Entry, Levels } from './entries';

/** The entries of a phone's bar, beside "More". */
const THUMBS = 4;

/** The navigation of a user, in the user's language. */
export function levelsOf(principal: Principal, program: ReadonlySet<ProgramFeature>, t: Translate): Levels {
  const entry = ({ href, label, icon, shortcut }: Screen): Entry => ({
    href,
    label: t(label),
    icon,
    ...(shortcut && { shortcut })
  });
  return {
    main: screensFor(principal, program).map(({ group, screens }) => ({
      name: group,
      title: group === 'home' ? null : t(`navigation.${group}`),
      entries: screens.map(entry)
    })),
    setup: setupFor(principal, program).map(({ group, pages }) => ({
      name: group,
      title: t(`navigation.${group}`),
      entries: pages.map(({ href, label }) => ({ href, label: t(label) }))
    })),
    thumbs: openScreens(principal, program)
      .filter(({ thumb }) => thumb !== undefined)
      .sort((one, other) => Number(one.thumb) - Number(other.thumb))
      .slice(0, THUMBS)
      .map(entry)
  };
}
