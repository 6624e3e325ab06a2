import type { ApiResponse } from '../../../../test-bed/api.ts';
import { createApi } from '../../../../test-bed/api.ts';

/** A browser with cookies of its own, on a page of the marketplace unless `origin` says otherwise. */
export interface TestBrowser {
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
  /** By name. */
  cookies: Map<string, string>;
  cookieHeader(): string;
}

export function openBrowser(url: string, origin = url): TestBrowser {
  const api = createApi(url, undefined);
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(response: ApiResponse): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=', 2);
      const isGone = value === '' || attributes.includes('Max-Age=0');
      if (isGone) cookies.delete(name);
      else cookies.set(name, pair.slice(name.length + 1));
    }
  }

  async function request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const cookie = cookieHeader();
    const response = await api.request(method, path, body, {
      headers: { origin, ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    keep(response);
    return response;
  }

  return {
    request,
    get: (path, headers) => request('GET', path, undefined, headers),
    post: (path, body, headers) => request('POST', path, body, headers),
    cookies,
    cookieHeader,
  };
}

export const PASSWORD = 'correct horse battery';

/** A browser whose person has just signed up. */
export async function signedUp(
  { url }: { url: string },
  email = 'ann@example.com',
): Promise<TestBrowser> {
  const browser = openBrowser(url);
  const body = { name: 'Ann', email, password: PASSWORD };
  const response = await browser.post('/auth/sign-up/email', body);
  if (response.status !== 200) throw new Error(`Not signed up: ${response.text}`);
  return browser;
}
