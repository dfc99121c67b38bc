/** The value of a cookie that script may read; none of one that is malformed. */
export function readCookie(name: string): string | undefined {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  try {
    return cookie && decodeURIComponent(cookie.slice(name.length + 1));
  } catch {
    return undefined;
  }
}
