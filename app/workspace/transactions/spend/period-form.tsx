'use client';

import { Link } from '../../ui/link';
import { useGo } from '../../ui/navigating';

export interface Preset {
  href: string;
  label: string;
  isCurrent: boolean;
}

interface Props {
  presets: readonly Preset[];
  months: readonly { value: string; label: string }[];
  from: string;
  to: string;
  /** The page's address, to which the two months are added. */
  address: string;
  texts: { presets: string; from: string; to: string };
}

/** The choice of the months: some with one click, others by their ends, each applied at once. */
export function PeriodForm({ presets, months, from, to, address, texts }: Props) {
  const go = useGo();
  const show = (ends: { from?: string; to?: string }) => go(`${address}&${new URLSearchParams({ from, to, ...ends })}`);
  return (
    <div className="spend-period">
      <nav className="spend-presets" aria-label={texts.presets}>
        {presets.map(({ href, label, isCurrent }) => (
          <Link key={label} className="chip" href={href} aria-current={isCurrent ? 'true' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="spend-ends">
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {texts[end]}
            <select value={end === 'from' ? from : to} onChange={({ target }) => show({ [end]: target.value })}>
              {months.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </div>
  );
}
