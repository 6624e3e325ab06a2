import { Button, Stack, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { formText } from '../../data/form-text.ts';
import { Card } from '../../ui/Card.tsx';

interface CodeFormProps {
  code: string;
  isPending: boolean;
  onSubmit: (code: string) => void;
}

/** Asks for the code that the program shows. */
export function CodeForm({ code, isPending, onSubmit }: CodeFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(formText(event.currentTarget, 'code').trim());
  };
  return (
    <Card label="The code">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Code"
            description="The 8 letters that npx mkt login prints. Case and dashes do not matter."
            name="code"
            defaultValue={code}
            placeholder="WDJB-MJHT"
            maxLength={32}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={isPending}>
            Continue
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
