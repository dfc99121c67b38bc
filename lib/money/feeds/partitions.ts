import { database } from '../../core/database/database';

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** Creates the missing partitions, one per month: a file may contain a distant month. */
export async function makePartitions(months: Iterable<string>): Promise<void> {
  for (const month of months)
    await database().$executeRaw`SELECT create_transaction_partitions(${month}::date, ${month}::date)`;
}
