import type { Translate } from '@/lib/core/language/texts';
import { CurrentLink } from './current-link';
import type { screensFor } from './navigation';

interface Props {
  groups: ReturnType<typeof screensFor>;
  t: Translate;
  /** Distinguishes the navigation beside the page from the menu's. */
  id: string;
}

/** The screens that the user may see, grouped under headings. */
export function NavigationLinks({ groups, t, id }: Props) {
  const all = groups.flatMap(({ screens }) => screens.map(({ href }) => href));
  return (
    <nav className="navigation" aria-label={t('navigation.label')}>
      {groups.map(({ group, screens }) => (
        <div key={group}>
          <h2 id={`${id}-${group}`}>{t(`navigation.${group}`)}</h2>
          <ul aria-labelledby={`${id}-${group}`}>
            {screens.map(({ href, label }) => (
              <li key={href}>
                <CurrentLink href={href} apart={all.filter((other) => other.startsWith(`${href}/`))}>
                  {t(label)}
                </CurrentLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
