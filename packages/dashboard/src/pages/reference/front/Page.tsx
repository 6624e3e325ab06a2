import { Box, Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import guides from 'virtual:guides';
import { Link } from 'wouter';
import { retried } from '../../../data/connection.ts';
import { Card } from '../../../ui/Card.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ContentsFrame, type ContentsLink } from '../ContentsFrame.tsx';
import classes from '../page.module.css';
import { DOORS, LOOKED_UP } from './doors.ts';

const API = '/docs/api';
/** How many guides come before the operations. */
const FIRST = 3;

/** With the words of all guides and operations, once something is sought. */
const hitsQuery = queryOptions({
  queryKey: ['search of the documentation'],
  queryFn: retried(() => import('../hits.tsx')),
  staleTime: Infinity,
});

/** What a query finds: the best guides, operations that are called so, and the rest. */
function useHits(query: string): ContentsLink[] | undefined {
  const isSought = query.trim() !== '';
  const { hitsOf } = useQuery({ ...hitsQuery, enabled: isSought }).data ?? {};
  if (!isSought || !hitsOf) return undefined;
  const { inGuides, named, others } = hitsOf(query, API);
  return [...inGuides.slice(0, FIRST), ...named, ...inGuides.slice(FIRST), ...others];
}

/** Links to the guides at these paths, by their titles. */
const linksTo = (paths: readonly string[]) =>
  paths
    .flatMap((each) => guides.find(({ path }) => path === `/docs/${each}`) ?? [])
    .map(({ path, title }) => (
      <Link key={path} href={path}>
        {title}
      </Link>
    ));

/** Where to begin, by what one wants to do. */
const Doors = () => (
  <>
    <div className={classes.doors}>
      {DOORS.map(({ title, says, guides: paths }) => (
        <Card key={title} title={title}>
          <p>{says}</p>
          <ul>
            {linksTo(paths).map((link) => (
              <li key={link.key}>{link}</li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
    <Box mt="md">
      <Card title={<Link href={API}>API reference</Link>}>
        <p>Every endpoint, with examples in three languages and a form that sends the request.</p>
        <Group mt="sm" gap="md">
          {linksTo(LOOKED_UP)}
        </Group>
      </Card>
    </Box>
  </>
);

/** The front page of the documentation. */
export default function Documentation() {
  const [query, setQuery] = useState('');
  const hits = useHits(query);
  return (
    <Page
      title="Documentation"
      intro="How to buy and sell calls, and how to run a marketplace of your own."
    >
      <div className={classes.front}>
        <ContentsFrame
          label="Found"
          searchLabel="Search the documentation"
          query={query}
          onQuery={setQuery}
          sections={[]}
          hits={hits}
          currentHref=""
        />
      </div>
      {!hits && <Doors />}
    </Page>
  );
}
