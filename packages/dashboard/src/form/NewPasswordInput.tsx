import { LIMITS } from '@mkt/protocol';
import type { ReactNode } from 'react';
import { PasswordField } from './PasswordField.tsx';

interface NewPasswordInputProps {
  label: string;
  name: string;
  /** What setting it brings about, after the sentence about its length. */
  effect?: string;
  error: ReactNode;
}

/** A password that is chosen, not checked: the browser may suggest one. */
export function NewPasswordInput({ label, name, effect, error }: NewPasswordInputProps) {
  const length = `At least ${LIMITS.passwordMinLength} characters.`;
  return (
    <PasswordField
      label={label}
      description={effect === undefined ? length : `${length} ${effect}`}
      name={name}
      autoComplete="new-password"
      minLength={LIMITS.passwordMinLength}
      maxLength={LIMITS.passwordMaxLength}
      required
      withAsterisk={false}
      error={error}
    />
  );
}
