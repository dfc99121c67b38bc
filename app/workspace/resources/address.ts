/** The address of the resource centre with a search and a topic. */
export function resourcesAddress({ q, topic }: { q: string; topic?: string | undefined }): string {
  const search = new URLSearchParams({ ...(q && { q }), ...(topic && { topic }) });
  return search.size > 0 ? `/workspace/resources?${search}` : '/workspace/resources';
}
