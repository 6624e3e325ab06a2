import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password. Mantine's own field does not tell programs that it is invalid. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
);
