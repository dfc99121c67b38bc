interface ErrorItem {
  target: string | undefined;
  description: string;
}

/** Shows the error summary and moves the focus to it; with no entries it goes away (P2.061 to P2.063). */
export function showErrorSummary(header: string, items: ErrorItem[]): void {
  const place = document.getElementById('errors') as HTMLElement;
  place.replaceChildren();
  if (items.length === 0) return;
  const summary = element('div', {
    class: 'error-summary',
    id: 'error-summary',
    role: 'alert',
    tabindex: '-1',
    'aria-labelledby': 'error-summary-header'
  });
  const heading = element('h2', { id: 'error-summary-header' }, header);
  const list = element('ul', {});
  for (const { target, description } of items) {
    const item = element('li', {}, target ? '' : description);
    if (target) item.append(element('a', { href: `#${target}` }, description));
    list.append(item);
  }
  summary.append(heading, list);
  summary.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link) return;
    event.preventDefault();
    document.getElementById(link.hash.slice(1))?.focus();
  });
  place.append(summary);
  summary.focus();
}

function element(name: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.textContent = text;
  return made;
}
