import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { shownError } from '../data/errors.ts';
import { ErrorNotice } from '../ui/Notice.tsx';

interface Props {
  children: ReactNode;
  /** Where it is shown: an error is gone elsewhere. */
  path?: string;
}

interface State {
  error: unknown;
  failed: boolean;
  path: string | undefined;
}

/** Shows an error of the page below it. After an update of the server, its old files are gone. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Pick<State, 'error' | 'failed'> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { error: undefined, failed: false, path };
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
