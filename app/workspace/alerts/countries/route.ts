import { z } from 'zod';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { languageTag } from '@/lib/core/language/locales';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { countryOptions } from '../../country-options';
import { signedIn } from '../../signed-in';

const MOST = 20;

/** The countries whose names in the reader's language contain the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ q: soughtText(100) }),
    async handle({ query: { q } }) {
      const { locale } = await signedIn();
      const [sought, tag] = [q.trim().toLowerCase(), languageTag(locale)];
      return json(
        countryOptions(tag)
          .filter(({ value, label }) => label.toLowerCase().includes(sought) || value.toLowerCase() === sought)
          .slice(0, MOST)
      );
    }
  })
});
