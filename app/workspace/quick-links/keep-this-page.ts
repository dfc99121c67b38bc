import { toast } from '../ui/toasts';
import { addPage, takeBack } from './actions';

/** Adds the page that is shown to the user's quick links, by its heading; the toast takes it back. */
export async function keepThisPage(failed: string): Promise<void> {
  const heading = document.querySelector('main h1')?.textContent?.trim().slice(0, 60) ?? '';
  try {
    const { message, id } = await addPage(heading, location.pathname + location.search);
    toast(message, id === null ? undefined : () => takeBack(id));
  } catch {
    toast(failed);
  }
}
