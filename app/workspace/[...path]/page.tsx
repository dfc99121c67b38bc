import { notFound } from 'next/navigation';
import { signedIn } from '../signed-in';
import { workspacePage } from '../workspace-page';

/** Every address of the workspace that nothing else answers: not found, in the workspace's frame. */
export default workspacePage(async function UnknownPage() {
  await signedIn();
  notFound();
});
