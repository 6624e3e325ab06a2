import { Button, Tabs } from '@mantine/core';
import { Link, useLocation, useSearchParams } from 'wouter';
import { useCreateListing } from '../../data/listings.ts';
import { useSession } from '../../data/session.ts';
import { LeaveQuestion } from '../../form/LeaveQuestion.tsx';
import { ListingForm } from '../../form/ListingForm.tsx';
import { Restored } from '../../form/Restored.tsx';
import { type AskedName, useSellerName } from '../../form/seller-name.tsx';
import { createRequest, EMPTY_FIELDS } from '../../form/listing-fields.ts';
import { useUnsaved } from '../../form/unsaved.ts';
import { Page } from '../../ui/Page.tsx';
import { ImportService } from './ImportService.tsx';

/** Describes a listing by hand. What was typed stays until it has been created. */
function ManualListing({ seller }: { seller: AskedName }) {
  const { data: user } = useSession();
  const { fields, set, changes, isRestored, end, discard } = useUnsaved(
    `new-${user?.id ?? ''}`,
    EMPTY_FIELDS,
  );
  const [, navigate] = useLocation();
  const create = useCreateListing();
  const isPending = create.isPending || seller.isPending;
  return (
    <>
      <LeaveQuestion changes={changes} />
      {isRestored && <Restored onDiscard={discard} />}
      <ListingForm
        fields={fields}
        set={set}
        seller={seller.field}
        soldBy={seller.named}
        error={seller.error ?? create.error}
        failed="The listing was not created"
        hint="The review starts at once. If it passes, the listing is public. A draft is only saved."
        onSubmit={(choice) =>
          seller.saved(() =>
            create.mutate(createRequest(fields, { isDraft: choice === 'draft' }), {
              onSuccess: ({ id }) => {
                end();
                navigate(`/selling/${id}`);
              },
            }),
          )
        }
        submit="Publish listing"
        isPending={isPending}
        actions={
          <Button type="submit" name="choice" value="draft" variant="default" disabled={isPending}>
            Save as draft
          </Button>
        }
      />
    </>
  );
}

const INTRO = 'Import a running service from its contract, or describe it by hand.';

/** Puts a service up for sale; `?tab=manual` opens the form without an import. */
export default function NewListing() {
  const [params, setParams] = useSearchParams();
  const seller = useSellerName();
  const tab = params.get('tab') === 'manual' ? 'manual' : 'import';
  const open = (value: string | null) =>
    setParams(value === 'manual' ? { tab: value } : {}, { replace: true });
  return (
    <Page title="New listing" intro={INTRO} above={<Link href="/selling">My listings</Link>}>
      {/* Both stay mounted, so that each keeps what was typed. */}
      <Tabs value={tab} onChange={open} keepMounted>
        <Tabs.List aria-label="Source" mb="md">
          <Tabs.Tab value="import">Import from service</Tabs.Tab>
          <Tabs.Tab value="manual">Manual</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="import">
          <ImportService seller={seller} />
        </Tabs.Panel>
        <Tabs.Panel value="manual">
          <ManualListing seller={seller} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
