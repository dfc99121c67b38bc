import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalPage } from '../../sdportal/portal-page';
import { demoOnly } from '../demo-only';
import { softTokenView } from './soft-token-view';

/** A software token in the browser: with it a person can walk the token flows of the demo. */
export const GET = demoOnly((request) => {
  const seedFile = readFileSync(join(process.cwd(), 'app/demo/soft-token/seed-file.xml'), 'utf8');
  return portalPage(request, softTokenView, { seedFile }, { personal: true });
});
