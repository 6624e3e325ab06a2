import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import guides from 'virtual:guides';
import { Link, useParams } from 'wouter';
import { shownError } from '../../../data/errors.ts';
import { retried } from '../../../data/connection.ts';
import { guideQuery } from '../../../data/guides.ts';
import { useRecent } from '../../../data/use-recent.ts';
import { PageNotFound } from '../../../ui/NotFound.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { ContentsFrame, type ContentsSection } from '../ContentsFrame.tsx';
import reference from '../page.module.css';
import classes from './page.module.css';
import { Parts } from './Parts.tsx';

/** All guides, and the way to the API. */
const SECTIONS: readonly ContentsSection[] = [
  ...[...Map.groupBy(guides, ({ section }) => section)].map(([title, members]) => ({
    title,
    links: members.map((guide) => ({
      href: guide.path,
      label: guide.title,
    })),
  })),
  { title: 'API', links: [{ href: '/docs/api', label: 'API reference' }] },
];

/** With the words of all guides, once something is sought. */
const searchQuery = queryOptions({
  queryKey: ['search of guides'],
  queryFn: retried(() => import('./search-guides.ts')),
  staleTime: Infinity,
});

/** More words find fewer. */
const MOST_FOUND = 12;

/** With the library that reads Markdown, which no other page needs. */
const Markdown = deferred(retried(() => import('./Markdown.tsx')));

/** With what makes snippets, once something is sought. */
const FoundGuide = deferred(retried(() => import('./Snippet.tsx')));

function Text({ path, onShown }: { path: string; onShown: () => void }) {
  const { data, error, refetch } = useQuery(guideQuery(path));
  if (data !== undefined) {
    return <Markdown path={path} text={data} onShown={onShown} fallback={<PageSkeleton />} />;
  }
  if (!error) return <PageSkeleton />;
  return (
    <ErrorNotice
      what="The guide could not be loaded"
      error={shownError(error)}
      onRetry={() => void refetch()}
    />
  );
}

/** A guide of the documentation, beside the list of all of them. */
export default function GuidePage() {
  const { folder, page } = useParams<{ folder: string; page: string }>();
  const [query, setQuery] = useState('');
  /** The path of the guide whose text is there. */
  const [shown, setShown] = useState<string>();
  const path = `/docs/${folder}/${page}`;
  const at = guides.findIndex((guide) => guide.path === path);
  const guide = guides[at];
  const isPhone = useIsPhone();
  useRecent(guide?.title);
  const isSought = query.trim() !== '';
  const { searchGuides } = useQuery({ ...searchQuery, enabled: isSought }).data ?? {};
  if (!guide) {
    return (
      <PageNotFound what="Guide" back={{ href: '/docs', label: 'Open the documentation' }}>
        The address may be mistyped.
      </PageNotFound>
    );
  }
  const [before, after] = [guides[at - 1], guides[at + 1]];
  const hits =
    isSought && searchGuides
      ? searchGuides(query)
          .slice(0, MOST_FOUND)
          .map((hit) => ({
            // The browser follows a fragment of this page by itself.
            href: hit.href.startsWith(`${path}#`) ? hit.href.slice(path.length) : hit.href,
            label: hit.guide.title,
            children: <FoundGuide hit={hit} query={query} fallback={hit.guide.title} />,
          }))
      : undefined;
  return (
    <Page
      key={path}
      title={guide.title}
      above={
        <>
          <Link href="/docs">Documentation</Link> / {guide.section}
        </>
      }
      // On a phone the text begins on the first screen, with the same in more words.
      intro={
        !isPhone && guide.says && `${guide.says.charAt(0).toUpperCase()}${guide.says.slice(1)}.`
      }
    >
      <div className={reference.columns}>
        <ContentsFrame
          label="Guides"
          searchLabel="Search the guides"
          query={query}
          onQuery={setQuery}
          sections={SECTIONS}
          hits={hits}
          currentHref={path}
        />
        <article className={classes.guide}>
          <Parts headings={guide.headings} isShown={shown === path} />
          <div className={classes.text}>
            <Text key={path} path={path} onShown={() => setShown(path)} />
            <nav id="end-of-guide" className={reference.around} aria-label="Before and after">
              {before && <Link href={before.path}>← {before.title}</Link>}
              {after && <Link href={after.path}>{after.title} →</Link>}
            </nav>
          </div>
        </article>
      </div>
    </Page>
  );
}
