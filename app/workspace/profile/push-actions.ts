'use server';

import { isPushed, type Subscription, turnOffPush, turnOnPush } from '@/lib/kit/web-push/subscriptions';
import { signedInWith } from '../signed-in';

/** Has the user's notices reach the browser that asks. False: its address is none of the public internet. */
export async function turnOn(subscription: Subscription): Promise<boolean> {
  const { actor, origin } = await signedInWith('profile');
  return (await turnOnPush(actor, subscription, origin)).ok;
}

/** Ends it again, for the browser that asks. */
export async function turnOff(endpoint: string): Promise<void> {
  const { actor, origin } = await signedInWith('profile');
  await turnOffPush(actor, String(endpoint), origin);
}

/** Whether the user's notices reach the browser that asks. */
export async function isOn(endpoint: string): Promise<boolean> {
  const { actor } = await signedInWith('profile');
  return isPushed(actor, String(endpoint));
}
