import { Tabs } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { Page } from '../../ui/Page.tsx';
import { ImportService } from './ImportService.tsx';
import { ManualListing } from './Page.tsx';

const INTRO = 'Import a running service from its contract, or describe it by hand.';

/** Puts a service up for sale; `?tab=manual` opens the form without an import. */
export default function NewListing() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'manual' ? 'manual' : 'import';
  const open = (value: string | null) =>
    setParams(value === 'manual' ? { tab: value } : {}, { replace: true });
  return (
    <Page title="New listing" intro={INTRO} above={<Link href="/selling">My listings</Link>}>
      {/* Both stay mounted, so that each keeps what was typed. */}
      <Tabs value={tab} onChange={open} keepMounted>
        <Tabs.List aria-label="Source" mb="md">
          <Tabs.Tab value="import">Import from Service</Tabs.Tab>
          <Tabs.Tab value="manual">Manual</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="import">
          <ImportService />
        </Tabs.Panel>
        <Tabs.Panel value="manual">
          <ManualListing />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
