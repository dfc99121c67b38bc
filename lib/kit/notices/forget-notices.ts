import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';

/** How long a file of the inbox is kept (C9.011), and how long a notice: it still says that its file is gone. */
export const FILE_DAYS = 30;
const NOTICE_DAYS = 60;

/** Deletes notices after 60 days. */
export async function forgetNotices(): Promise<void> {
  await database().$executeRaw`
    DELETE FROM inbox_notices WHERE posted_at < ${now()}::timestamptz - make_interval(days => ${NOTICE_DAYS})`;
}
