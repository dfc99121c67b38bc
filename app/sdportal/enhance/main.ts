// What JavaScript adds to the portal's pages. Every page works without it.
import { tidyUp } from './deferred-tasks';
import { enhanceSignIn } from './sign-in';

const data = document.getElementById('page-data');
if (data) {
  const page = JSON.parse(data.textContent ?? '{}');
  if (page.page === 'sign-in') enhanceSignIn(page);
  tidyUp(page);
}
