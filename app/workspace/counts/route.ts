import { principalOf } from '@/lib/access/policy/principal';
import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { programFeatures } from '@/lib/directory/programs/features';
import { waitingCount } from '@/lib/kit/inbox/inbox';
import { runningJobs } from '@/lib/kit/jobs/own-jobs';
import { navigationCounts } from '@/lib/kit/listing/navigation-counts';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import type { FrameCounts } from '../frame/frame-counts';
import { openScreens } from '../navigation';

/** The counts of the navigation and the header: what waits for the user at each screen, and the jobs under way. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    async handle({ actor }) {
      const principal = await principalOf(actor);
      const program = await programFeatures(principal);
      const screens = openScreens(principal, program).map(({ href }) => href);
      const [waiting, running, inbox] = await Promise.all([
        navigationCounts(principal, program, HOME_TASKS, screens),
        runningJobs(principal),
        waitingCount(principal)
      ]);
      const counts = { ...Object.fromEntries(waiting), ...(inbox > 0 && { '/workspace/inbox': inbox }) };
      return json({ waiting: counts, running } satisfies FrameCounts);
    }
  })
});
