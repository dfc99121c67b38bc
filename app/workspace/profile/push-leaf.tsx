'use client';

import { useEffect, useState } from 'react';
import type { Subscription } from '@/lib/kit/web-push/subscriptions';
import { PUSH_SCOPE, pushOfBrowser } from '../sign-out/push-of-browser';

type State = 'looking' | 'unsupported' | 'blocked' | 'off' | 'on' | 'failed';

interface Props {
  /** The installation's public key, in base64url. */
  publicKey: string;
  /** What is said in each state, and on the buttons. */
  texts: Record<Exclude<State, 'looking'> | 'turnOn' | 'turnOff', string>;
  turnOn: (subscription: Subscription) => Promise<boolean>;
  turnOff: (endpoint: string) => Promise<void>;
  isOn: (endpoint: string) => Promise<boolean>;
}

const WORKER = '/push-worker.js';

const isOffered = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether notices reach this browser, and the way to turn that on and off. */
export function PushLeaf({ publicKey, texts, turnOn, turnOff, isOn }: Props) {
  const [state, setState] = useState<State>('looking');
  const [isBusy, setBusy] = useState(false);
  // What the browser allows is known in it alone.
  useEffect(() => {
    look().then(setState, () => setState('failed'));
  }, []);

  async function look(): Promise<State> {
    if (!isOffered()) return 'unsupported';
    if (Notification.permission === 'denied') return 'blocked';
    const subscription = await pushOfBrowser();
    return subscription && (await isOn(subscription.endpoint)) ? 'on' : 'off';
  }

  async function subscribe(): Promise<State> {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
    const registration = await navigator.serviceWorker.register(WORKER, { scope: PUSH_SCOPE });
    const asked = { userVisibleOnly: true, applicationServerKey: publicKey };
    const { endpoint = '', keys, expirationTime = null } = (await registration.pushManager.subscribe(asked)).toJSON();
    const { p256dh = '', auth = '' } = keys ?? {};
    return (await turnOn({ endpoint, p256dh, auth, expirationTime })) ? 'on' : 'failed';
  }

  async function unsubscribe(): Promise<State> {
    const subscription = await pushOfBrowser();
    if (!subscription) return 'off';
    await turnOff(subscription.endpoint);
    await subscription.unsubscribe();
    return 'off';
  }

  async function change(next: () => Promise<State>) {
    setBusy(true);
    setState(await next().catch((): State => 'failed'));
    setBusy(false);
  }

  return (
    <>
      <p aria-live="polite">{state === 'looking' ? '' : texts[state]}</p>
      {(state === 'off' || state === 'failed') && (
        <button type="button" disabled={isBusy} onClick={() => change(subscribe)}>
          {texts.turnOn}
        </button>
      )}
      {state === 'on' && (
        <button type="button" disabled={isBusy} onClick={() => change(unsubscribe)}>
          {texts.turnOff}
        </button>
      )}
    </>
  );
}
