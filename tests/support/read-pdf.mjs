import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';

/** @typedef {{ role?: string, children?: Node[] }} Node */

/** The structure of a page as text: `Table(THead(TR(TH TH)))`. @param {Node} node @returns {string} */
function outline({ role, children = [] }) {
  const inner = children.map(outline).filter(Boolean).join(' ');
  return role ? (inner ? `${role}(${inner})` : role) : '';
}

// Reads a PDF from the input with pdf.js, in a process of its own because Jest can't load its module.
const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
const pages = [];
for (let number = 1; number <= pdf.numPages; number++) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) =>
    'str' in item ? [{ text: item.str, end: Math.round(item.transform[4] + item.width) }] : []
  );
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  pages.push({
    texts,
    text: texts.map(({ text }) => text).join(''),
    structure: outline(await page.getStructTree()),
    size: [right - left, top - bottom].map(Math.round)
  });
}
const { info } = await pdf.getMetadata();
const isTagged = (await pdf.getMarkInfo())?.Marked === true;
process.stdout.write(JSON.stringify({ info, isTagged, preferences: await pdf.getViewerPreferences(), pages }));
