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
