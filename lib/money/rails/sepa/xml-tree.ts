import { SaxesParser } from 'saxes';

/** An element of a document, by local names. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

const DEEPEST = 40;
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** The root of a document that is well formed and whole; null otherwise, and for one with a document type. */
export function xmlTree(text: string): XmlElement | null {
  const parser = new SaxesParser({ position: false });
  const open: XmlElement[] = [{ name: '', text: '', children: [] }];
  const [document] = open as [XmlElement];
  let isFaulty = false;
  const fail = () => {
    isFaulty = true;
  };
  parser.on('error', fail);
  parser.on('doctype', fail);
  parser.on('opentag', ({ name }) => {
    const element: XmlElement = { name: localName(name), text: '', children: [] };
    if (open.length > DEEPEST) fail();
    else open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    (open.at(-1) as XmlElement).text += piece;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return isFaulty || document.children.length !== 1 ? null : (document.children[0] as XmlElement);
}

/** The elements at a path below one. */
export const all = (element: XmlElement | undefined, ...path: string[]): XmlElement[] =>
  path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    element ? [element] : []
  );

/** The text of the first element at a path below one; null if there is none, or it is empty. */
export const textAt = (element: XmlElement | undefined, ...path: string[]): string | null =>
  all(element, ...path)[0]?.text.trim() || null;
