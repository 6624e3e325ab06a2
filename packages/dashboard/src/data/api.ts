import { createClient } from '@mkt/client';

/**
 * The marketplace that served this page. The browser adds the session's cookie; the header shows
 * that a page of the marketplace sends the request (docs/accounts.md#requests-from-other-sites).
 */
export const api = createClient({
  baseUrl: location.origin,
  apiKey: null,
  headers: { 'x-mkt-dashboard': '1' },
});
