import type { ReactNode } from 'react';
import { newId } from '@/lib/core/secrets/ids';
import { failureTexts } from '../ui/form-texts';
import { administrator } from './administrator';
import { StudioFormLeaf } from './studio-form-leaf';
import type { StudioState } from './studio-state';

interface Props {
  action: (state: StudioState, form: FormData) => Promise<StudioState>;
  /** By which `LiveStudio` finds it. */
  id?: string;
  className: string;
  hidden: Record<string, string>;
  /** What keeps the draft from being published, said after a try. */
  problems?: ReactNode;
  /** The fields, as the server renders them, and the buttons. */
  children: ReactNode;
}

/** A form of the brand studio whose fields have a shape of their own. */
export async function StudioForm({ children, ...form }: Props) {
  const { t } = await administrator();
  return (
    <StudioFormLeaf {...form} texts={failureTexts(t)} rendered={newId()}>
      {children}
    </StudioFormLeaf>
  );
}
