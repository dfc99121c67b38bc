/** The last day of each version of Node that is or was supported by its makers (nodejs.org, Previous Releases). @type {Record<number, string>} */
const LAST_DAYS = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01'
};

/**
 * What to say of a version of Node that gets no security fixes any more; null while it does, and for later ones.
 * @param {string} version such as `process.versions.node`
 * @param {Date} at
 * @returns {string | null}
 */
export function endOfLifeOf(version, at) {
  const major = Number(version.split('.')[0]);
  const last = LAST_DAYS[major];
  if (last === undefined ? major >= 20 : at.toISOString().slice(0, 10) <= last) return null;
  const since = last === undefined ? '' : ` since ${last}`;
  return `Node ${version} has had no security fixes${since}: move to a supported version, such as Node 24.`;
}
