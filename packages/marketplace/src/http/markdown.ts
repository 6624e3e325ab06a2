import type { RequestListener, ServerResponse } from 'node:http';
import type { CatalogueListing } from '@mkt/protocol';
import type { Express } from 'express';
import { notFound } from '../domain/refusal.ts';
import type { CallerAddress } from './caller-address.ts';
import { createGuides } from './guides.ts';
import { createInProcess } from './in-process-fetch.ts';
import { listingMarkdown } from './listing-markdown.ts';
import { llmsTxt } from './llms-txt.ts';
import { requestIdOf } from './request-id.ts';
import { send, type ResponseHeaders } from './response.ts';

/** Every path of this file, as `Allow` needs them. */
export const MARKDOWN_PATHS = [
  '/llms.txt',
  '/docs.md',
  '/docs/{page}.md',
  '/docs/{folder}/{page}.md',
  '/listings/{slug}.md',
];

export interface MarkdownDeps {
  baseUrl(): string;
  callerAddress: CallerAddress;
}

const CACHED = { 'Cache-Control': 'public, max-age=300' };

function sendText(res: ServerResponse, text: string, headers: ResponseHeaders): void {
  const type = { 'Content-Type': 'text/markdown; charset=utf-8' };
  send(res, { status: 200, text, headers: { ...type, ...headers } }, requestIdOf(res));
}

/** `/llms.txt`, and what agents read as Markdown: the guides, and each listing. */
export function mountMarkdown(
  app: Express,
  { baseUrl, callerAddress }: MarkdownDeps,
  serve: RequestListener,
): void {
  const guides = createGuides();
  const inProcess = createInProcess(serve);

  app.get('/llms.txt', (_req, res) => {
    const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
    sendText(res, llmsTxt(baseUrl()), { ...CACHED, ...plain });
  });

  app.get([/^\/docs\.md$/, /^\/docs\/.+\.md$/], async (req, res) => {
    const text = (await guides()).get(req.path);
    if (text === undefined) throw notFound('Path');
    sendText(res, text, CACHED);
  });

  // Through the route of /v1, with its limits for callers without a key.
  app.get('/listings/:slug.md', async (req, res) => {
    const path = `/v1/marketplace/listings/${encodeURIComponent(req.params.slug)}`;
    const fetchHere = inProcess(callerAddress(req));
    const response = await fetchHere(`http://marketplace.internal${path}`, {});
    const body = await response.text();
    if (response.status === 200) {
      const listing = JSON.parse(body) as CatalogueListing;
      return sendText(res, listingMarkdown(listing, baseUrl()), {});
    }
    const { status } = response;
    send(res, { status, text: body }, requestIdOf(res));
  });
}
