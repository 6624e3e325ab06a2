import type { ApiKey } from '@mkt/client';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useUpdateApiKey } from '../../data/keys.ts';
import { formErrors } from '../../data/form-errors.ts';
import { Dialog } from '../../ui/Dialog-ui-Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { BudgetForm } from './Budget.tsx';
import { BUDGET_PLACES, budgetChange, budgetProblem, fieldsOf } from './words.ts';

function EditKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const update = useUpdateApiKey(apiKey.id);
  // As it was when the form was opened, whatever arrives until it is sent.
  const [before] = useState(() => ({ name: apiKey.name, budget: fieldsOf(apiKey.budget) }));
  const [name, setName] = useState(before.name);
  const [budget, setBudget] = useState(before.budget);
  const [problem, setProblem] = useState<string>();
  const { fields, other } = formErrors(update.error, ['name', ...BUDGET_PLACES]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changedName = name.trim() === before.name ? undefined : name.trim();
    const changedBudget = budgetChange(before.budget, budget);
    const found = changedBudget ? budgetProblem(budget) : undefined;
    setProblem(found);
    if (found !== undefined) return;
    if (changedName === undefined && changedBudget === undefined) onClose();
    else update.mutate({ name: changedName, budget: changedBudget }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {other && <ErrorNotice what="The key was not changed" error={other} />}
        <TextInput
          label="Name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          required
          withAsterisk={false}
          error={fields.name}
        />
        <BudgetForm
          fields={budget}
          onChange={setBudget}
          errors={problem === undefined ? fields : { ...fields, 'budget/limit': problem }}
        />
        <p>What it has spent in this period still counts.</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EditKeyDialogProps {
  /** The key to change; without one the dialog is closed. */
  apiKey: ApiKey | undefined;
  onClose: () => void;
}

/** Changes the name and the budget of a key. */
export function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  // While the dialog closes, it still shows the key that it was about.
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  if (!shown) return null;
  return (
    <Dialog opened={apiKey !== undefined} title={`Edit ${shown.name}`} onClose={onClose}>
      <EditKeyForm apiKey={shown} onClose={onClose} />
    </Dialog>
  );
}
