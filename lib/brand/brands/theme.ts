import { z } from 'zod';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'colour.invalid');

/** The theme tokens of a brand; each becomes the CSS custom property `--<name>`. */
export const themeSchema = z.strictObject({
  primary: colour,
  onPrimary: colour,
  accent: colour,
  background: colour,
  surface: colour,
  text: colour,
  mutedText: colour,
  link: colour,
  border: colour,
  radius: z.enum(['0px', '2px', '4px', '6px', '8px', '12px']),
  headerBackground: colour,
  footerBackground: colour,
  footerText: colour
});

export type Theme = z.infer<typeof themeSchema>;

export const DEFAULT_THEME: Theme = {
  primary: '#1f3a5f',
  onPrimary: '#ffffff',
  accent: '#b4541a',
  background: '#f5f6f8',
  surface: '#ffffff',
  text: '#1b2430',
  mutedText: '#56606e',
  link: '#1f4f8f',
  border: '#7b8794',
  radius: '6px',
  headerBackground: '#ffffff',
  footerBackground: '#e9ecf0',
  footerText: '#3a4452'
};
