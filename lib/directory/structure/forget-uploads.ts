import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';

/** Uploads that nobody applied go after so many days. */
const KEPT_DAYS = 30;

/** Drops the uploads that nobody applied in time, with what was found out about them. */
export async function forgetUploads(): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
  await database().structureUpload.deleteMany({ where: { status: { not: 'applied' }, createdAt: { lt: before } } });
}
