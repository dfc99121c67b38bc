import type { AccountingCode } from '@/lib/allocation/schemes';
import type { SplitProfile } from '@/lib/allocation/split-profiles';
import type { Translate } from '@/lib/core/texts';
import type { Formats } from '../../ui/formats';

interface Props {
  profile: SplitProfile;
  codes: readonly AccountingCode[];
  t: Translate;
  format: Formats;
}

/** The splits of a profile, to read. */
export function ProfileTable({ profile, codes, t, format }: Props) {
  const columns = codes.filter(({ id }) => profile.lines.some((line) => line.codes[id]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="listing-scroll" tabIndex={0} aria-label={t('split.profile.splits')}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="numeric">
              {t('allocation.percent')}
            </th>
            {columns.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{t('allocation.description')}</th>
          </tr>
        </thead>
        <tbody>
          {profile.lines.map((line, index) => (
            // Lines are what they are by their place.
            <tr key={index}>
              <td className="numeric" data-label={t('allocation.percent')}>
                {format.percent(line.percent)}
              </td>
              {columns.map(({ id, name }) => (
                <td key={id} data-label={name}>
                  {line.codes[id] ?? '–'}
                </td>
              ))}
              <td data-label={t('allocation.description')}>{line.description ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
