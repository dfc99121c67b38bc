// A worker in a process of its own, to be killed: tells card processors what is queued (tests/rules/card-kill.test.ts).

import outbox from '../../lib/core/server/outbox.ts';
import told from '../../lib/money/purchasing/processors/tell-processor.ts';

process.stdout.write('working\n');
while (await outbox.workOnce({ 'card.processor': told.commandProcessor }));
process.exit(0);
