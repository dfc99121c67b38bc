import { now } from '@/lib/core/server/clock';
import { signedIn } from '../signed-in';

/** Greets the user by the time of day in the user's time zone. */
export async function Greeting() {
  const { account, t } = await signedIn();
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: account.timeZone }).format(now())
  );
  const part = hour < 5 ? 'evening' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  return <h1>{t(`home.greeting.${part}`, { name: account.firstName })}</h1>;
}
