'use client';

import { useScripted } from '@/app/sdportal/ui/use-scripted';

interface Props {
  action: string;
  /** The brand, if the host name alone doesn't determine it. */
  cobrandHost: string | undefined;
  chosen: string;
  locales: { value: string; tag: string; name: string }[];
  label: string;
  change: string;
}

/** Switches the language on selection, or without script by a button (P2.023). */
export function LanguageSelector({ action, cobrandHost, chosen, locales, label, change }: Props) {
  const scripted = useScripted();
  return (
    <form className="language" method="get" action={action}>
      {cobrandHost && <input type="hidden" name="cobrandHost" value={cobrandHost} />}
      <label htmlFor="user_locale">{label}</label>
      <select
        id="user_locale"
        name="user_locale"
        defaultValue={chosen}
        autoComplete="off"
        onChange={(event) => event.target.form?.requestSubmit()}
      >
        {locales.map(({ value, tag, name }) => (
          <option key={value} value={value} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className="secondary" hidden={scripted}>
        {change}
      </button>
    </form>
  );
}
