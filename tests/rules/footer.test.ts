import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Footer } from '@/app/sdportal/footer';
import { findBrand } from '@/lib/brand/brands/resolve';
import { translator } from '@/lib/core/language/texts';
import { useDatabase } from '../support/module-world';

useDatabase({ seeded: true });

test('C3.043 P3.016 who powers a brand is the brand’s own text, and there is none without it', async () => {
  const brand = await findBrand('norrvik');
  if (!brand) throw new Error('no brand');
  const legal = (poweredBy?: string) => {
    const footer = { ...brand.footer, copyrightMessage: '© Bank', poweredBy };
    const page = { brand: { ...brand, footer }, locale: 'en_US' as const, t: translator('en_US'), link: String };
    return /class="footer-legal">([^<]*)</.exec(renderToStaticMarkup(createElement(Footer, { page })))?.[1];
  };
  expect([legal('Powered by Comerica'), legal(''), legal()]).toEqual([
    '© Bank · Powered by Comerica',
    '© Bank',
    '© Bank'
  ]);
});
