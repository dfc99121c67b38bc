import { database } from '../../core/database/database';

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** Makes the partitions of months that have none, each by itself: a file may tell of one far away. */
export async function makePartitions(months: Iterable<string>): Promise<void> {
  for (const month of months)
    await database().$executeRaw`SELECT create_transaction_partitions(${month}::date, ${month}::date)`;
}
