import { Button, Stack, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { formText } from '../../data/form-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';

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
          <Notice tone="warn" title="Only for a code that your own terminal shows">
            <p>
              If a web page, a message or another person gave you the code or a link to this page,
              stop here: they would get access to your account.
            </p>
          </Notice>
          <TextInput
            label="Code"
            description="The 8 letters that npx mkt login prints. If they are filled in already, compare each with your terminal."
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
