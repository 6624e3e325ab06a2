import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { shownError } from '../data/shown-error.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';

interface State {
  error: unknown;
  failed: boolean;
}

/** Shows an error of the page below it. After an update of the server, its old files are gone. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    return (
      <ErrorNotice
        what="This page could not be shown"
        error={{
          ...shownError(error),
          next: 'The server may have been updated since it was opened.',
        }}
      >
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
      </ErrorNotice>
    );
  }
}
