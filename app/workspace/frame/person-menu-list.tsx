'use client';

import { Keyboard, Link2, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { Header, Menu, MenuItem, MenuSection, Popover, Separator, Text } from 'react-aria-components/Menu';
import { usePreference } from '../display/use-preference';
import { keepThisPage } from '../quick-links/keep-this-page';
import type { Opened } from '../ui/use-opener';
import { useCounts } from './counts';
import type { PersonMenuProps } from './person-menu';
import { ScreenIcon } from './screen-icon';
import { openShortcuts } from './shortcuts';

type Props = Opened & Omit<PersonMenuProps, 'isSmall'> & { heading: string; signOut: () => void };

const SCHEME_ICONS: Record<string, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

/** The menu of `PersonMenu`. */
export default function PersonMenuList({ person, entries, scheme, texts, heading, signOut, ...opened }: Props) {
  const { current, choose } = usePreference('scheme', scheme);
  const { running } = useCounts();
  const label = `${texts.label}: ${person.name}`;
  return (
    <Popover className="pop-over person-pop-over" placement="top start" aria-label={label} {...opened}>
      <Menu className="menu-list" aria-label={label} autoFocus="first" onClose={() => opened.onOpenChange(false)}>
        <MenuSection>
          <Header className="menu-header">{heading}</Header>
          {entries.map(({ href, label, icon }) => (
            <MenuItem key={href} href={href} className="menu-item" textValue={label}>
              {icon && <ScreenIcon name={icon} size={16} />}
              <Text slot="label">{label}</Text>
              {href === '/workspace/jobs' && running > 0 && (
                <Text slot="description">{texts.running.replace('{count}', String(running))}</Text>
              )}
            </MenuItem>
          ))}
          {texts.keep && (
            <MenuItem onAction={() => void keepThisPage(texts.failed)} className="menu-item">
              <Link2 size={16} aria-hidden="true" />
              <Text slot="label">{texts.keep}</Text>
            </MenuItem>
          )}
          <MenuItem onAction={openShortcuts} className="menu-item">
            <Keyboard size={16} aria-hidden="true" />
            <Text slot="label">{texts.shortcuts}</Text>
          </MenuItem>
        </MenuSection>
        <Separator />
        <MenuSection
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[current]}
          onSelectionChange={(keys) => {
            const [chosen] = keys === 'all' ? [] : keys;
            if (chosen !== undefined) choose(String(chosen));
          }}
        >
          <Header className="menu-header">{texts.scheme}</Header>
          {Object.entries(texts.schemes).map(([value, label]) => {
            const Icon = SCHEME_ICONS[value] ?? Monitor;
            return (
              <MenuItem key={value} id={value} className="menu-item" textValue={label}>
                <Icon size={16} aria-hidden="true" />
                <Text slot="label">{label}</Text>
              </MenuItem>
            );
          })}
        </MenuSection>
        <Separator />
        <MenuItem onAction={signOut} className="menu-item">
          <LogOut size={16} aria-hidden="true" />
          <Text slot="label">{texts.signOut}</Text>
        </MenuItem>
      </Menu>
    </Popover>
  );
}
