export const PUSH_SCOPE = '/workspace/';

/** How notices reach this browser, whosever they are; null or undefined: not at all. */
export const pushOfBrowser = async (): Promise<PushSubscription | null | undefined> =>
  (await navigator.serviceWorker?.getRegistration(PUSH_SCOPE))?.pushManager?.getSubscription();
