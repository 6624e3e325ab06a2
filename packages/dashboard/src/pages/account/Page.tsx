import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@mkt/client';
import type { SubmitEvent } from 'react';
import { Link } from 'wouter';
import { formErrors } from '../../data/form-errors.ts';
import { formText } from '../../data/form-text.ts';
import { profileQuery, useReplaceProfile } from '../../data/sellers.ts';
import { shownError } from '../../data/errors.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

const LINKS = [
  {
    name: 'website',
    label: 'Website',
    description: 'Links begin with https://; anyone can open them.',
  },
  {
    name: 'contact',
    label: 'Contact',
    description: 'Where buyers reach you, such as a form on your site.',
  },
  { name: 'termsUrl', label: 'Terms', description: undefined },
  { name: 'documentationUrl', label: 'Documentation', description: undefined },
] as const;
const NAMES = ['name', ...LINKS.map(({ name }) => name)] as const;

function Form({ profile }: { profile: Profile }) {
  const replace = useReplaceProfile();
  const { fields, other } = formErrors(replace.error, NAMES);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: (typeof NAMES)[number]) => formText(form, name).trim() || null;
    replace.mutate({
      name: formText(form, 'name'),
      website: text('website'),
      contact: text('contact'),
      termsUrl: text('termsUrl'),
      documentationUrl: text('documentationUrl'),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="30rem">
        {replace.isSuccess && (
          <Notice tone="ok" title="Profile saved">
            <p>Your listings show it now.</p>
          </Notice>
        )}
        {other && <ErrorNotice what="The profile was not saved" error={other} />}
        <TextInput
          label="Seller name"
          description="Shown on all of your listings; it need not be your own name."
          name="name"
          defaultValue={profile.name}
          maxLength={80}
          required
          withAsterisk={false}
          error={fields.name}
        />
        {LINKS.map(({ name, label, description }) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            name={name}
            defaultValue={profile[name] ?? ''}
            maxLength={500}
            error={fields[name]}
          />
        ))}
        <Group>
          <Button type="submit" variant="default" loading={replace.isPending}>
            Save profile
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What buyers see of the account as a seller. */
export function ProfileForm() {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  return (
    <Card
      title="Seller profile"
      aside={profile && <Link href={`/sellers/${profile.sellerId}`}>As buyers see it</Link>}
    >
      {profile ? (
        <Form profile={profile} />
      ) : error ? (
        <ErrorNotice
          what="Your profile could not be loaded"
          error={shownError(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <PageSkeleton />
      )}
    </Card>
  );
}
