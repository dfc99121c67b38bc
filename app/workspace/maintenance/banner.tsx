import { currentMaintenance } from '@/lib/access/maintenance/maintenance';
import { may } from '@/lib/access/policy/principal';
import { signedIn } from '../signed-in';
import { Notice } from '../ui/notice';

/** Reminds system administrators, who keep access, that maintenance is on. */
export async function MaintenanceBanner() {
  const { principal, t, format } = await signedIn();
  if (!may(principal, 'system', 'modify')) return null;
  const maintenance = await currentMaintenance();
  if (!maintenance) return null;
  return (
    <Notice kind="hint">
      <p>
        {t('maintenance.active', {
          begun: format.dateTime(maintenance.begunAt),
          end: format.dateTime(maintenance.expectedEnd)
        })}{' '}
        <a href="/workspace/maintenance">{t('maintenance.title')}</a>
      </p>
    </Notice>
  );
}
