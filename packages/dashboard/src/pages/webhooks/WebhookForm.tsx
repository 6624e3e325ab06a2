import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { formErrors } from '../../data/errors.ts';
import { useFirstInvalid } from '../../form/first-invalid.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { type Which, WHICH } from './words.ts';

export interface WebhookFields {
  url: string;
  which: Which;
}

interface WebhookFormProps {
  start: WebhookFields;
  /** What the button says. */
  submit: string;
  /** What could not be done, as in "The webhook was not created". */
  failed: string;
  error: unknown;
  isPending: boolean;
  onSubmit: (fields: WebhookFields) => void;
  onClose: () => void;
}

/** Describes a webhook. What was typed stays until it has been accepted. */
export function WebhookForm(props: WebhookFormProps) {
  const { start, submit, failed, error, isPending, onSubmit, onClose } = props;
  const [url, setUrl] = useState(start.url);
  const [which, setWhich] = useState(start.which);
  const { fields, other } = formErrors(error, ['url', 'filter']);
  const form = useFirstInvalid(error);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit({ url: url.trim(), which });
  };
  return (
    <form ref={form} onSubmit={send}>
      <Stack>
        {other && <ErrorNotice what={failed} error={other} />}
        <TextInput
          label="URL"
          description="Where requests are sent. It must answer a challenge first."
          placeholder="https://buyer.example.com/webhooks"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          maxLength={2048}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          data-autofocus
          required
          withAsterisk={false}
          maw="36rem"
          error={fields.url}
        />
        <Select
          label="Send"
          data={WHICH}
          value={which}
          onChange={(value) =>
            setWhich(WHICH.find((choice) => choice.value === value)?.value ?? which)
          }
          allowDeselect={false}
          maw="24rem"
          error={fields.filter}
        />
        <Group gap="xs">
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
