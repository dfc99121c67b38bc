import { notFound } from 'next/navigation';
import { signedIn } from '../signed-in';

/** Every address of the workspace that nothing else answers: not found, in the workspace's frame. */
export default async function UnknownPage() {
  await signedIn();
  notFound();
}
