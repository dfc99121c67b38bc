/** The text shown if no brand can be found. Every portal page includes it, so it is short. */
export default function NotFound() {
  return <h1>Not found</h1>;
}
