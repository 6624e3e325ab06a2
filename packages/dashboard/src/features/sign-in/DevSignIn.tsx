import { Button, Stack } from '@mantine/core';
import { serverMode } from '../../data/server-mode.ts';
import { useDevSignIn } from '../../data/session.ts';
import { shownError } from '../../data/shown-error.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

const LOCAL_NAMES = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Signs the dev account in without a password: only in dev mode, on the server's own machine. */
export function DevSignIn() {
  const signIn = useDevSignIn();
  if (!serverMode.dev || !LOCAL_NAMES.has(location.hostname)) return null;
  return (
    <Card title="Dev mode">
      <Stack>
        <p>This server runs with --dev: the account dev@localhost needs no password.</p>
        {signIn.isError && <ErrorNotice error={shownError(signIn.error)} />}
        <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate({})}>
          Sign in as dev@localhost
        </Button>
      </Stack>
    </Card>
  );
}
