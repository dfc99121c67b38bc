import { notFound } from 'next/navigation';
import { signedIn } from '../signed-in';
import { workspacePage } from '../workspace-page';

/** Catches every unknown workspace address: not found, in the workspace's frame. */
export default workspacePage(async function UnknownPage() {
  await signedIn();
  notFound();
});
