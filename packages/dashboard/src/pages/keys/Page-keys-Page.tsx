import type { CreatedApiKey } from '@mkt/client';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { apiKeysQuery } from '../../data/keys.ts';
import { shownError } from '../../data/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { CreatedKey } from './CreatedKey.tsx';
import { KeyTable } from './KeyTable-keys-KeyTable.tsx';
import { NewKeyForm } from './Page.tsx';

const INTRO =
  'A key acts for your account within its scopes. Revoking one takes effect with its next request.';

/** The account's API keys. `?new` opens the form. */
export default function Keys() {
  const keys = useQuery(apiKeysQuery);
  const [params, setParams] = useSearchParams();
  const [created, setCreated] = useState<CreatedApiKey>();
  const isFormOpen = params.has('new');
  const openForm = () => setParams({ new: '' });
  const closeForm = () => setParams({}, { replace: true });
  const isEmpty = keys.data?.length === 0;
  const newKeyButton = (variant: 'default' | 'filled') => (
    <Button variant={variant} leftSection={<Icon name="plus" />} onClick={openForm}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      intro={INTRO}
      // One primary button per view: beside a new key it is the one that copies it.
      actions={!isFormOpen && !isEmpty && newKeyButton(created ? 'default' : 'filled')}
    >
      <Stack gap="xl">
        {created && <CreatedKey created={created} onStored={() => setCreated(undefined)} />}
        {isFormOpen && (
          <NewKeyForm
            onClose={closeForm}
            onCreated={(key) => {
              setCreated(key);
              closeForm();
            }}
          />
        )}
        {keys.isPending ? (
          <PageSkeleton />
        ) : keys.data ? (
          isEmpty ? (
            !isFormOpen && (
              <EmptyState
                title="No API keys yet"
                action={newKeyButton('filled')}
                command="npx mkt login"
              >
                Create one here to call services from code. On your own machine, sign in from the
                terminal instead: that makes a key for you.
              </EmptyState>
            )
          ) : (
            <KeyTable keys={keys.data} />
          )
        ) : null}
        {keys.isError && (
          <ErrorNotice
            what="Your keys could not be loaded"
            error={shownError(keys.error)}
            onRetry={() => void keys.refetch()}
          >
            Keys keep working; only this list is missing.
          </ErrorNotice>
        )}
      </Stack>
    </Page>
  );
}
