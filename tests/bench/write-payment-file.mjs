// What payment-files.mjs runs in a process of its own, under a limit of its heap: writes the file of what is due, and
// prints the most memory that the system counted for it meanwhile, in MB.
import database from '../../lib/core/database/database.ts';
import collecting from '../../lib/money/rails/collect-due.ts';

let most = 0;
const looking = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20);
if (!(await collecting.collectDue())) throw new Error('nothing is due');
clearInterval(looking);
process.stdout.write(String(Math.round(most / 1024 ** 2)));
await database.closeDatabase();
process.exit(0);
