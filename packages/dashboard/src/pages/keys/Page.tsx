import type { CreatedApiKey, KeyScope } from '@mkt/client';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useCreateApiKey } from '../../data/keys.ts';
import { formErrors } from '../../data/form-errors.ts';
import { EVERY_SCOPE, SCOPE_CHOICES } from '../../data/key-words.ts';
import { Card } from '../../ui/Card.tsx';
import { Choices } from '../../ui/Choices.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { BudgetForm } from './Budget.tsx';
import { BUDGET_PLACES, budgetInput, budgetProblem, type BudgetFields } from './words.ts';
import { DEFAULT_LIFETIME, expiryOf, LIFETIMES } from '../../data/key-lifetime.ts';

interface NewKeyFormProps {
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

/** Creates a key. What was chosen stays until it has been created. */
export function NewKeyForm({ onCreated, onClose }: NewKeyFormProps) {
  const create = useCreateApiKey();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<KeyScope[]>(['order:create', 'order:read_own']);
  const [lifetime, setLifetime] = useState<string>(DEFAULT_LIFETIME);
  const [budget, setBudget] = useState<BudgetFields>();
  const places = ['name', 'scopes', 'expiresAt', ...BUDGET_PLACES] as const;
  const [problem, setProblem] = useState<string>();
  const { fields, other } = formErrors(create.error, places);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = budgetProblem(budget);
    setProblem(found);
    if (found !== undefined) return;
    const expiresAt = expiryOf(lifetime, Date.now());
    create.mutate(
      { name: name.trim(), scopes, expiresAt, budget: budgetInput(budget) },
      { onSuccess: onCreated },
    );
  };
  return (
    <Card title="New key">
      <form onSubmit={submit}>
        <Stack>
          {other && <ErrorNotice what="The key was not created" error={other} />}
          <TextInput
            label="Name"
            description="Where it will be used, as in ci-runner."
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={100}
            autoComplete="off"
            autoFocus
            required
            withAsterisk={false}
            maw="24rem"
            error={fields.name}
          />
          <Choices
            label="Permissions"
            groups={SCOPE_CHOICES}
            all={EVERY_SCOPE}
            value={scopes}
            onChange={setScopes}
            error={fields.scopes}
          />
          <Select
            label="Expires"
            data={LIFETIMES}
            value={lifetime}
            onChange={(value) => setLifetime(value ?? lifetime)}
            allowDeselect={false}
            maw="24rem"
            error={fields.expiresAt}
          />
          <BudgetForm
            fields={budget}
            onChange={setBudget}
            errors={problem === undefined ? fields : { ...fields, 'budget/limit': problem }}
          />
          <Group gap="xs">
            <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
              Create key
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
