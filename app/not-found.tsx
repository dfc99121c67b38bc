/** What is said where no brand can be found to say it; every portal page carries it along, so it is short. */
export default function NotFound() {
  return <h1>Not found</h1>;
}
