import { contrastsOf, type ThemeColour } from '@/lib/brand/brands/contrast';
import type { Theme } from '@/lib/brand/brands/theme';
import { languageTag } from '@/lib/core/language/locales';
import { described, Field, type FormContext } from './fields';

/** A colour as `#rrggbb` with a picker, and beside it the contrast of every pair in which it is the foreground. */
export function ColourField({ form, token, theme }: { form: FormContext; token: ThemeColour; theme: Theme }) {
  const { t, values, inherited } = form;
  const path = `theme/${token}`;
  const pairs = contrastsOf(theme).filter(({ text }) => text === token);
  const number = new Intl.NumberFormat(languageTag(form.locale), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2
  });
  return (
    <Field form={form} path={path}>
      <div className="colour">
        <input
          type="color"
          data-picker-of={path}
          defaultValue={theme[token]}
          aria-label={t('brand.colour.pick', { colour: t(`brand.theme.${token}`) })}
          disabled
        />
        <input
          type="text"
          {...described({ form, path })}
          data-colour={token}
          defaultValue={String(values[path] ?? '')}
          placeholder={String(inherited[path])}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {pairs.length > 0 && (
        <ul className="contrasts">
          {pairs.map(({ background, contrast, least }) => (
            <li
              key={background}
              data-pair={`${token}/${background}`}
              data-least={least}
              data-passes={contrast >= least}
            >
              {t('brand.contrast.on', { colour: t(`brand.theme.${background}`) })}{' '}
              <strong data-ratio>{number.format(Math.floor(contrast * 100) / 100)}:1</strong>{' '}
              <span className="passes">{t('brand.contrast.pass', { least })}</span>
              <span className="fails">{t('brand.contrast.fail', { least })}</span>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}
