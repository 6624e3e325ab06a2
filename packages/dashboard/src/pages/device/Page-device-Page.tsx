import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceLoginQuery } from '../../data/device-logins.ts';
import { fragmentToken } from '../../data/fragment-token.ts';
import { shownError } from '../../data/errors.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Narrow } from '../../ui/Narrow.tsx';
import { Page } from '../../ui/Page.tsx';
import { CodeForm } from './CodeForm.tsx';
import { DecisionResult, type Decision } from './DecisionResult.tsx';
import { DecisionForm } from './Page.tsx';

/**
 * Allows a program on another machine an API key, or denies it. `#code=…` only fills the code in: anyone
 * can send a link, so nothing is looked up before the person has compared the code.
 */
export default function Device() {
  const [codeInLink] = useState(() => fragmentToken('code', location.hash) ?? '');
  const [code, setCode] = useState('');
  const [decision, setDecision] = useState<Decision>();
  const login = useQuery({ ...deviceLoginQuery(code), enabled: code !== '' && !decision });
  return (
    <Narrow>
      <Page
        title="Sign a program in"
        intro="A program asks for an API key of your account. With it, the program can act for you."
      >
        {decision ? (
          <DecisionResult decision={decision} />
        ) : login.data ? (
          <DecisionForm login={login.data} onDecided={setDecision} />
        ) : (
          <Stack>
            {login.isError && (
              <ErrorNotice
                what="The code cannot be used"
                error={shownError(login.error)}
                onRetry={() => void login.refetch()}
              />
            )}
            <CodeForm
              code={code || codeInLink}
              isPending={login.isFetching}
              onSubmit={(typed) => (typed === code ? void login.refetch() : setCode(typed))}
            />
          </Stack>
        )}
      </Page>
    </Narrow>
  );
}
