import { type ClientOptions, createClient } from '@mkt/client';
import { watchedFetch } from './connection.ts';

const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** What the operator says of itself (docs/operate/run.md); without a setting, nothing. */
interface Operator {
  name?: string | null;
  termsUrl?: string | null;
  privacyUrl?: string | null;
  contactUrl?: string | null;
}

/** What the server wrote into index.html about itself. */
export const serverMode = {
  dev: metaContent('mkt-mode') === 'dev',
  signUp: metaContent('mkt-sign-up') as 'open' | 'invite' | 'closed',
  operator: JSON.parse(metaContent('mkt-operator') ?? '{}') as Operator,
  /** Whether the browser that opened it has no session. One that it has may be over. */
  visitor: document.documentElement.dataset['visitor'] === 'true',
};

/**
 * The marketplace that served this page. The browser adds the session's cookie; the header shows
 * that a page of the marketplace sends the request (docs/operate/accounts.md#requests-from-other-sites).
 */
export const API_OPTIONS = {
  baseUrl: location.origin,
  apiKey: null,
  headers: { 'x-mkt-dashboard': '1' },
  fetch: watchedFetch,
} satisfies ClientOptions;

export const api = createClient(API_OPTIONS);
