// A worker in a process of its own, to be killed: submits or approves expense reports together, or builds the bundle of
// one into a file, as a person who is signed in (tests/rules/expense-kill.test.ts).

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatsOf } from '../../app/workspace/ui/formats.ts';
import { principalOf } from '../../lib/access/policy/principal.ts';
import { transaction } from '../../lib/core/database/database.ts';
import { translator } from '../../lib/core/language/texts.ts';
import { downloadBundle } from '../../lib/money/evidence/download.ts';
import { changeReports } from '../../lib/money/expenses/change-report.ts';

const ORIGIN = { requestId: 'killed', address: '127.0.0.1', userAgent: 'test' };
const { work, person, ids, path } = JSON.parse(process.argv[2]);
const principal = await principalOf(person);

const WORK = {
  async change(event) {
    const wanted = ids.map((id) => ({ id }));
    const refused = await transaction((tx) => changeReports(tx, principal, wanted, { event }, ORIGIN));
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
  },
  submit: () => WORK.change('submit'),
  approve: () => WORK.change('approve'),
  async bundle() {
    const reader = {
      name: 'Ada Berg',
      locale: 'en_US',
      t: translator('en_US'),
      format: formatsOf('en_US', 'UTC')
    };
    const bundle = await downloadBundle(principal, ids[0], reader, ORIGIN);
    await pipeline(Readable.from(bundle.bytes), createWriteStream(path));
  }
};
process.stdout.write('working\n');
await WORK[work]();
process.exit(0);
