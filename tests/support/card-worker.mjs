// A worker in a process of its own, to be killed: tells card processors what is queued (tests/rules/card-kill.test.ts).

import { workOnce } from '../../lib/core/server/outbox.ts';
import { commandProcessor } from '../../lib/money/purchasing/processors/tell-processor.ts';

process.stdout.write('working\n');
while (await workOnce({ 'card.processor': commandProcessor }));
process.exit(0);
