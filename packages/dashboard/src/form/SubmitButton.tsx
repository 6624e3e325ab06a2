import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEvent, SubmitEvent } from 'react';

const WITHOUT = 'without';

/** A second click of a double click was meant for what the button said before. */
const onceOnly = (event: MouseEvent) => event.detail > 1 && event.preventDefault();

interface SubmitButtonProps extends ButtonProps {
  /** What it does once it was said what is left out; nothing until then. */
  anyway: string | undefined;
  children: string;
}

/** The one button that submits a form. A form that lacks what can be skipped is sent only at a second choice. */
export const SubmitButton = ({ anyway, children, ...button }: SubmitButtonProps) => (
  <Button
    type="submit"
    value={anyway === undefined ? undefined : WITHOUT}
    onClick={anyway === undefined ? undefined : onceOnly}
    {...button}
  >
    {anyway ?? children}
  </Button>
);

/** Whether a form is to be sent as it is: the button was pressed itself, not by Enter in a field. */
export function isAnyway({ currentTarget: form, nativeEvent }: SubmitEvent<HTMLFormElement>) {
  const { submitter } = nativeEvent;
  const focused = document.activeElement;
  const isInField = focused !== submitter && form.contains(focused);
  return submitter instanceof HTMLButtonElement && submitter.value === WITHOUT && !isInField;
}
