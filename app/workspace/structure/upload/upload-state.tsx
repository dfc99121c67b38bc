import type { Translate } from '@/lib/core/language/texts';
import type { Upload } from '@/lib/directory/structure/uploads';
import { Badge } from '../../ui/badge';

const TONES = { checking: 'neutral', checked: 'warning', faulty: 'bad', applied: 'good', failed: 'bad' } as const;

/** The state of an upload. */
export function UploadState({ upload, t }: { upload: Upload; t: Translate }) {
  const state = upload.status === 'checked' && upload.faultCount > 0 ? 'faulty' : upload.status;
  return <Badge tone={TONES[state]}>{t(`structure.upload.status.${state}`)}</Badge>;
}
