import type { Page } from '@playwright/test';

/** Types a day, `2026-02-28`, into the field of this label, in the order of the page's language. */
export async function typeDay(page: Page, label: string, day: string): Promise<void> {
  const [year, month, date] = day.split('-') as [string, string, string];
  const typed: Record<string, string> = { year, month, day: date };
  const language = (await page.locator('html').getAttribute('lang')) ?? 'en';
  const order = new Intl.DateTimeFormat(language).formatToParts().flatMap(({ type }) => typed[type] ?? []);
  await page.getByRole('group', { name: label }).first().getByRole('spinbutton').first().focus();
  // Each full part leads to the next.
  await page.keyboard.type(order.join(''));
}
