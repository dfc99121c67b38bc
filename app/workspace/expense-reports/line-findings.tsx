import './expense-reports.css';
import type { Translate } from '@/lib/core/language/texts';
import { findingTexts } from '@/lib/money/expense-policies/finding-texts';
import type { Finding } from '@/lib/money/expense-policies/policy-version';
import { propertyLabel } from '@/lib/money/expense-policies/rule-words';
import { LevelBadge } from '../expense-policies/level-badge';
import type { Formats } from '../ui/formats';

interface Props {
  findings: readonly Finding[];
  t: Translate;
  format: Formats;
}

/** What the expense policy says about an expense, with both values and what would clear it. */
export function LineFindings({ findings, t, format }: Props) {
  if (findings.length === 0) return null;
  return (
    <ul className="line-findings">
      {findings.map((finding) => {
        const { says, clears } = findingTexts(finding, { ...format, property: (name) => propertyLabel(t, name) });
        return (
          <li key={`${finding.kind} ${finding.type}`}>
            <LevelBadge level={finding.level} t={t} />{' '}
            <span>
              {t(says.code, says.params)} {t(clears.code, clears.params)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
