import { Button, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { serverMode } from '../../data/api.ts';
import { useUser } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';

/** What this server is, and its API. */
export default function Start() {
  const user = useUser();
  return (
    <Page
      title="Marketplace"
      intro="HTTP services, sold per call."
      actions={
        !user && (
          <Button component={Link} href="/sign-in">
            Sign in
          </Button>
        )
      }
    >
      <Stack>
        {serverMode.dev && (
          <Notice tone="warn" title="Dev mode">
            <p>http and private addresses are allowed. Do not expose this server.</p>
          </Notice>
        )}
        <Card title="The API">
          <ul>
            <li>
              <a href="/v1/marketplace/listings">The catalogue</a>
            </li>
            <li>
              <Link href="/docs">The API reference</Link>
            </li>
            <li>
              <a href="/v1/openapi.json">The API, as OpenAPI 3.1</a>
            </li>
            <li>
              <a href="/v1/mkt-schema">The JSON Schema of a seller’s contract</a>
            </li>
          </ul>
        </Card>
      </Stack>
    </Page>
  );
}
