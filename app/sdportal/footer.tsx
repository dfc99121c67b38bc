import type { ReactNode } from 'react';
import { footerIn } from '@/lib/brand/brands/complete';
import { FOOTER_LINKS, FOOTER_TEXTS, type FooterLayout, type FooterLink } from '@/lib/brand/brands/schema';
import type { PageContext } from './page-context';

interface Parts {
  navigation: ReactNode;
  legal: ReactNode;
  notices: ReactNode;
  logo: ReactNode;
}

/** The arrangement of the parts in each layout (P2.003, P2.004). */
const LAYOUTS: Record<FooterLayout, (parts: Parts) => ReactNode> = {
  standard: ({ navigation, legal, notices, logo }) => (
    <>
      {navigation}
      {notices}
      <div className="footer-line">
        {legal}
        {logo}
      </div>
    </>
  ),
  columns: ({ navigation, legal, notices, logo }) => (
    <div className="footer-grid">
      <div>
        {logo}
        {legal}
      </div>
      {navigation}
      <div>{notices}</div>
    </div>
  ),
  centered: ({ navigation, legal, notices, logo }) => (
    <>
      {logo}
      {navigation}
      {notices}
      {legal}
    </>
  ),
  regulated: ({ navigation, legal, notices, logo }) => (
    <>
      <div className="footer-notice">{notices}</div>
      {navigation}
      <div className="footer-line">
        {legal}
        {logo}
      </div>
    </>
  ),
  minimal: ({ navigation, legal, notices }) => (
    <>
      <div className="footer-line">
        {legal}
        {navigation}
      </div>
      {notices}
    </>
  )
};

const LEGAL = ['copyrightMessage', 'poweredBy'] as const;

/** The brand's footer: its links, its notices and its own small logo, in its layout. */
export function Footer({ page }: { page: PageContext }) {
  const { brand, locale, t } = page;
  const footer = footerIn(brand, locale);
  const links = (Object.keys(FOOTER_LINKS) as FooterLink[]).filter((name) => footer[`${name}Url`]);
  const unlinked = (Object.keys(FOOTER_LINKS) as FooterLink[]).filter((name) => footer[name] && !footer[`${name}Url`]);
  // Only the brand's own logo: a parent's is drawn for the parent's footer colour.
  const logo = brand.images.get('footer/image/svg+xml');
  const legal = LEGAL.map((name) => footer[name]).filter(Boolean);
  const parts: Parts = {
    navigation: links.length > 0 && (
      <nav aria-label={t('footer.navigation')}>
        <ul>
          {links.map((name) => (
            <li key={name}>
              <a href={footer[`${name}Url`]} rel="noopener">
                {footer[name] ?? t(FOOTER_LINKS[name])}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    ),
    notices: [...FOOTER_TEXTS.filter((name) => !LEGAL.some((each) => each === name)), ...unlinked].map(
      (name) => footer[name] && <p key={name}>{footer[name]}</p>
    ),
    // Both come from the brand, and either may be missing.
    legal: legal.length > 0 && <p className="footer-legal">{legal.join(' · ')}</p>,
    logo: logo?.owner === brand.name && (
      <img className="footer-logo" src={logo.address} alt="" height="24" loading="lazy" />
    )
  };
  return (
    <footer className="footer">
      <div className="footer-inner">{LAYOUTS[brand.footerLayout](parts)}</div>
    </footer>
  );
}
