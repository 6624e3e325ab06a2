import { Link } from 'wouter';
import { retried } from '../../data/connection.ts';
import { useUser } from '../../data/session.ts';
import { useRecent } from '../../data/use-recent.ts';
import { deferred } from '../../ui/deferred.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';

/** On its own, because what is said of all operations is three quarters of the page. */
const Reference = deferred(
  retried(async () => ({ default: (await import('./Reference.tsx')).Reference })),
);

/** How a request says who sends it, and where this can be read by programs. */
function Intro() {
  const user = useUser();
  const address = <code>{location.origin}</code>;
  const openApi = <a href="/v1/openapi.json">OpenAPI 3.1</a>;
  // Where the first operation begins on the first screen; its example has the key.
  if (useIsPhone()) {
    return (
      <p>
        {address} · {openApi}
      </p>
    );
  }
  return (
    <>
      <p>
        Requests go to {address} with <code>Authorization: Bearer $MKT_API_KEY</code>
        {user ? (
          <>
            , a key from <Link href="/keys">API keys</Link>
          </>
        ) : (
          ', a key of your account'
        )}
        .
      </p>
      <p>
        For programs: {openApi}, <a href="/docs/api.md">Markdown</a>,{' '}
        <a href="/llms.txt">llms.txt</a>.
      </p>
    </>
  );
}

/** The API, for people. */
export default function ApiReference() {
  useRecent('API reference');
  return (
    <Page title="API reference" above={<Link href="/docs">Documentation</Link>} intro={<Intro />}>
      <Reference fallback={<PageSkeleton />} />
    </Page>
  );
}
