import type { Translate } from '@/lib/core/language/texts';
import type { FileState } from '@/lib/money/rails/files';
import { Badge } from '../ui/badge';

const TONES = { waiting: 'warning', with_bank: 'info', done: 'good' } as const;

/** How far a file of payments is, in words. */
export const FileStateBadge = ({ state, t }: { state: FileState; t: Translate }) => (
  <Badge tone={TONES[state]}>{t(`payment.file.state.${state}`)}</Badge>
);
