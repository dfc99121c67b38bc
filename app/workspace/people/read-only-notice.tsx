import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { Notice } from '../ui/notice';

/** Says that a page is read-only, and tells system administrators why (C6.010). */
export function ReadOnlyNotice({ principal, t }: { principal: Principal; t: Translate }) {
  return <Notice kind="hint">{t(principal.role === 'Z' ? 'read.only.system.administrator' : 'read.only')}</Notice>;
}
