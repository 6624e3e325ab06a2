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
 * What a field gets that is asked for and can be skipped: the advice is below it, as an error would be, but is
 * none, because nothing is wrong.
 */
export const adviceProps = (advice: string | undefined) =>
  advice === undefined
    ? {}
    : {
        'data-advice': true,
        success: (
          <span style={{ color: 'var(--warn-fg)', fontSize: 'var(--fs-sm)' }}>{advice}</span>
        ),
        withSuccessStyles: false,
      };
