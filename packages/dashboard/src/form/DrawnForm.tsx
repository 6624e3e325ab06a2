import { Skeleton } from '@mantine/core';
import { Component, lazy, Suspense, type ReactNode } from 'react';
import type { InputFormProps } from './InputForm.tsx';

const InputForm = lazy(() => import('./InputForm.tsx'));

interface Props extends InputFormProps {
  /** In its place if it cannot be drawn. */
  fallback: ReactNode;
}

/** The fields of a listing's input, loaded when they are first needed. */
export class DrawnForm extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { fallback, ...props } = this.props;
    if (this.state.failed) return fallback;
    return (
      <Suspense fallback={<Skeleton height={160} aria-busy="true" />}>
        <InputForm {...props} />
      </Suspense>
    );
  }
}
