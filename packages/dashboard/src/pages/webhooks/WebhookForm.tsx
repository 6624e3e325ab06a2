import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { formErrors } from '../../data/errors.ts';
import { useOwnMessages, WEB_ADDRESS } from '../../form/own-messages.ts';
import { DialogFoot } from '../../ui/Dialog.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { type Which, WHICH } from './words.ts';

export interface WebhookFields {
  url: string;
  which: Which;
}

interface WebhookFormProps {
  start: WebhookFields;
  /** The URLs of the account's webhooks. */
  taken?: readonly string[];
  /** What the button says. */
  submit: string;
  /** What could not be done, as in "The webhook was not created". */
  failed: string;
  error: unknown;
  isPending: boolean;
  /** Whether it is in a dialog, whose buttons stand at its foot. */
  isDialog?: boolean;
  onSubmit: (fields: WebhookFields) => void;
  onClose: () => void;
}

/** Describes a webhook. What was typed stays until it has been accepted. */
export function WebhookForm(props: WebhookFormProps) {
  const {
    start,
    taken = [],
    submit,
    failed,
    error,
    isPending,
    isDialog,
    onSubmit,
    onClose,
  } = props;
  const [url, setUrl] = useState(start.url);
  const [which, setWhich] = useState(start.which);
  const { fields, other } = formErrors(error, ['url', 'filter']);
  const own = useOwnMessages({ url: 'Enter the URL of your server.' }, error);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (own.check(event.currentTarget)) onSubmit({ url: url.trim(), which });
  };
  const save = (
    <Button type="submit" loading={isPending}>
      {submit}
    </Button>
  );
  const cancel = (
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
  );
  return (
    <form onSubmit={send} onInput={own.onInput} noValidate>
      <Stack>
        {other && <ErrorNotice what={failed} error={other} />}
        <TextInput
          label="URL"
          name="url"
          title="Enter a whole address, such as https://buyer.example.com/webhooks."
          pattern={WEB_ADDRESS}
          description="Where requests go. We first send a challenge to check that it is yours."
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
          error={own.messages.url ?? fields.url}
        />
        {taken.includes(url.trim()) && (
          <Notice tone="warn" title="Another webhook already sends to this URL">
            <p>With both, your server gets some orders twice.</p>
          </Notice>
        )}
        <Select
          label="Send"
          data={WHICH}
          value={which}
          onChange={(value) =>
            setWhich(WHICH.find((choice) => choice.value === value)?.value ?? which)
          }
          allowDeselect={false}
          maw="36rem"
          error={fields.filter}
        />
        {isDialog ? (
          <DialogFoot>
            {cancel}
            {save}
          </DialogFoot>
        ) : (
          <Group gap="xs">
            {save}
            {cancel}
          </Group>
        )}
      </Stack>
    </form>
  );
}
