import { may, type Principal } from '@/lib/access/policy/principal';
import { SETTING_KEYS, settingOf } from '@/lib/access/settings/settings';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { configurationArea } from '@/lib/directory/programs/configured-node';
import { recentItems } from '@/lib/kit/search/recent-items';
import { creatable, furtherPages, openScreens, setupFor } from '../navigation';
import type { signedIn } from '../signed-in';
import { fieldId } from '../ui/field-spec';
import { itemOf } from './item-of';
import type { PaletteItem, PaletteStart } from './palette-item';

const RECENT = 6;

type Context = Pick<Awaited<ReturnType<typeof signedIn>>, 'principal' | 'program' | 't' | 'format'>;

/**
 * What the palette offers this user before a record is looked for: the records opened last, the commands and pages that
 * screens declare (screen.ts), and the settings that lib/access/settings declares.
 */
export async function paletteStart(context: Context): Promise<PaletteStart> {
  const { principal, program, t } = context;
  const recent = await recentItems(SEARCHABLE, principal, RECENT, program);
  const commands = principal.accessor ? [] : creatable(principal, program);
  const pages = [
    ...openScreens(principal, program).map(({ href, label }) => ({ href, label: t(label) })),
    ...furtherPages(principal, program).map(({ href, label, screen }) => ({
      href,
      label: t(label),
      detail: t(screen)
    })),
    ...setupFor(principal, program).flatMap(({ group, pages: below }) =>
      below.map(({ href, label }) => ({ href, label: t(label), detail: t(`navigation.${group}`) }))
    )
  ];
  const byAddress = new Map(pages.map((page) => [page.href, { id: page.href, ...page }]));
  return {
    recent: { id: 'recent', title: t('home.recent'), items: recent.map((result) => itemOf(result, context, 'recent')) },
    commands: {
      id: 'commands',
      title: t('palette.commands'),
      items: commands.map(({ href, label }) => ({ id: `do ${href}`, href, label: t(label) }))
    },
    pages: { id: 'pages', title: t('palette.pages'), items: [...byAddress.values()] },
    settings: { id: 'settings', title: t('configuration.settings'), items: settingsOf(context) }
  };
}

/** The settings that the user may see, each at its field. */
function settingsOf({ principal, t }: Context): PaletteItem[] {
  return (['company', 'issuer'] as const).flatMap((kind) => {
    if (!may(principal, configurationArea(kind), 'view')) return [];
    const { page, isOne } = configurationPage(principal, kind);
    const keys = SETTING_KEYS.filter((key) => kind === 'issuer' || settingOf(key).levels !== 'issuer');
    return keys.map((key) => ({
      id: `${kind} ${key}`,
      label: t(`setting.${key}`),
      detail: `${t(`configuration.${kind}`)} · ${t(`setting.group.${settingOf(key).group}`)}`,
      href: isOne ? `${page}#${fieldId('settings', { name: key })}` : page
    }));
  });
}

/** The configuration of the only issuer or company within the scope, else the list to choose from. */
function configurationPage({ scope }: Principal, kind: 'company' | 'issuer'): { page: string; isOne: boolean } {
  const nodes = new Set(
    scope.subtrees.map(({ isIssuer, issuerId, companyId }) =>
      kind === 'company' ? companyId : isIssuer ? issuerId : null
    )
  );
  const [only] = nodes.size === 1 ? nodes : [];
  return { page: `/workspace/configuration/${only ?? kind}`, isOne: Boolean(only) };
}
