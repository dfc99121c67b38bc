import { Badge } from '../ui/badge';
import type { ShownEvidence } from './shown-evidence';

/** What was found on a receipt, in words. */
export function EvidenceBadges({ evidence }: { evidence: ShownEvidence | null }) {
  if (!evidence) return null;
  return (
    <span className="evidence">
      {evidence.badges.map(({ tone, text }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  );
}
