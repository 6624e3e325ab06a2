import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { formErrors } from '../../data/form-errors.ts';
import { useImportService, usePreviewService } from '../../data/providers.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ImportError } from './ImportError.tsx';
import layout from '../../ui/FormLayout.module.css';
import classes from './NewListing.module.css';
import { PreviewedListing } from './PreviewedListing.tsx';
import { PreviewedChecks } from './PreviewedChecks.tsx';

/** Reads the contract of a running service, shows what it would become, and lists it. */
export function ImportService() {
  const [url, setUrl] = useState('');
  const [slug, setSlug] = useState('');
  const preview = usePreviewService();
  const [, navigate] = useLocation();
  const create = useImportService();
  const typed = { serviceUrl: url.trim(), slug: slug.trim() || undefined };
  const previewed = preview.variables;
  const isCurrent = previewed?.serviceUrl === typed.serviceUrl && previewed.slug === typed.slug;
  const error = create.error ?? preview.error;
  const { fields } = formErrors(isCurrent ? error : null, ['serviceUrl', 'slug']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.reset();
    preview.mutate(typed);
  };
  return (
    <Stack>
      <form onSubmit={submit} aria-label="Service to import">
        <div className={classes.address}>
          <TextInput
            label="Service URL"
            type="url"
            placeholder="https://api.example.com"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            autoComplete="url"
            maxLength={2048}
            required
            withAsterisk={false}
            error={fields.serviceUrl}
          />
          <TextInput
            label="Slug (optional)"
            placeholder="made from the title"
            value={slug}
            onChange={({ currentTarget }) => setSlug(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            error={fields.slug}
          />
          <Button
            type="submit"
            variant={preview.data ? 'default' : 'filled'}
            leftSection={<Icon name="again" />}
            loading={preview.isPending}
          >
            {previewed ? 'Preview again' : 'Preview'}
          </Button>
        </div>
      </form>
      <p className={layout.hint}>
        Reads{' '}
        <code>{typed.serviceUrl.replace(/\/+$/, '') || 'https://api.example.com'}/contract</code>{' '}
        and runs the checks of a review. Nothing is saved.
      </p>
      <div aria-live="polite">
        {preview.error && previewed && (
          <ImportError
            error={preview.error}
            serviceUrl={previewed.serviceUrl}
            what="The preview failed"
          />
        )}
        {preview.data && (
          <Stack>
            <div className={layout.columns}>
              <PreviewedChecks preview={preview.data} />
              <PreviewedListing preview={preview.data} />
            </div>
            {create.error && (
              <ImportError
                error={create.error}
                serviceUrl={typed.serviceUrl}
                what="The listing was not created"
              />
            )}
            <div className={layout.steps}>
              <Button
                loading={create.isPending}
                disabled={!isCurrent}
                onClick={() => create.mutate(typed, { onSuccess: () => navigate('/selling') })}
              >
                Create listing
              </Button>
              <span>
                {!isCurrent
                  ? 'What you typed has changed since this preview: preview it again.'
                  : preview.data.publishable
                    ? 'The review starts immediately. After that the listing is public.'
                    : 'The review would flag this listing, and it would not be public. Fix the checks that failed and preview again.'}
              </span>
            </div>
          </Stack>
        )}
      </div>
    </Stack>
  );
}
