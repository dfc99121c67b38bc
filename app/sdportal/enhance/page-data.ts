/** What the server tells the page's script (scriptData of its view). */
export function pageData<Data>(): Data {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as Data;
}
