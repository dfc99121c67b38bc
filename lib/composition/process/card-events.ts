// npm run card-events: lists the events of card processors that could not be kept.
// npm run card-events -- retry: reads them again.
import { closeDatabase } from '../../core/database/database';
import { retryEvent, unreadEvents } from '../../money/purchasing/processors/unread-events';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const [asked] = process.argv.slice(2);
  if (asked !== undefined && asked !== 'retry') throw new Error('Usage: npm run card-events [-- retry]');
  const waiting = await unreadEvents();
  if (waiting.length === 0) say('No events wait.');
  for (const one of waiting) {
    const { issuerId, processor, event, notedAt } = one;
    const left = asked === 'retry' ? await retryEvent(one) : one.reason;
    say(`${issuerId} ${processor} ${event} ${notedAt.toISOString()} ${left ?? 'is kept'}`);
  }
}

main()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  })
  .finally(closeDatabase);
