import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from './App.tsx';
import {
  colorSchemeManager,
  cssVariablesResolver,
  DEFAULT_COLOR_SCHEME,
  theme,
} from '../theme/theme.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Layout } from './Layout-shell-Layout.tsx';
import { pageNonce } from './nonce.ts';
import { LiveUpdates } from './LiveUpdates.tsx';
import { OneTimeSignIn } from './OneTimeSignIn.tsx';
import { WhenSessionEnded } from './WhenSessionEnded.tsx';
import { CurrentPage } from './CurrentPage.tsx';

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={DEFAULT_COLOR_SCHEME}
      getStyleNonce={pageNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Layout>
          <ErrorBoundary>
            <OneTimeSignIn>
              <CurrentPage />
            </OneTimeSignIn>
          </ErrorBoundary>
        </Layout>
        <WhenSessionEnded />
        <LiveUpdates />
        <ConnectionNotice />
      </QueryClientProvider>
    </MantineProvider>
  );
}
