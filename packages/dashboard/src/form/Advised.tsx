import type { ReactNode } from 'react';

interface AdvisedProps {
  /** What the field is called. */
  children: string;
}

/** The label of a field that is asked for, and can be skipped by a choice. */
export const Advised = ({ children }: AdvisedProps) => (
  <>
    {children} <span style={{ color: 'var(--text-3)', fontWeight: 'normal' }}>(recommended)</span>
  </>
);

/**
 * What a field gets that is asked for and can be skipped: the advice is a description with a mark, because nothing
 * is wrong. `hint` describes the field without it.
 */
export const adviceProps = (advice: string | undefined, hint?: ReactNode) =>
  advice === undefined
    ? { description: hint }
    : {
        'data-advice': true,
        description: (
          <>
            {hint} <span style={{ color: 'var(--warn-fg)' }}>{advice}</span>
          </>
        ),
      };
