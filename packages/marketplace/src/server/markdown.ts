import type { ServerResponse } from 'node:http';
import type { Express } from 'express';
import { notFound } from '../market/refusal.ts';
import type { findPublishedListing } from '../catalogue/search.ts';
import type { CallerAddress } from '../http/origins.ts';
import { createGuides } from '../http/guides.ts';
import { listingMarkdown } from '../listings/markdown.ts';
import { llmsTxt } from '../http/llms-txt.ts';
import { presentCatalogueListing } from '../listings/present-listing.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { requestIdOf } from '../http/request-id.ts';
import { READABLE_ANYWHERE, send, type ResponseHeaders } from '../http/response.ts';
import { ANONYMOUS, type UseCase } from '../http/route.ts';

/** Every path of this file, as `Allow` needs them. */
export const MARKDOWN_PATHS = [
  '/llms.txt',
  '/docs.md',
  '/docs/{page}.md',
  '/docs/{folder}/{page}.md',
  '/mkt.py',
  '/listings/{slug}.md',
];

export interface MarkdownDeps {
  baseUrl(): string;
  callerAddress: CallerAddress;
  rates: Pick<RateLimits, 'take' | 'addSent'>;
  findPublishedListing: UseCase<typeof findPublishedListing>;
}

const CACHED = { 'Cache-Control': 'public, max-age=300' };

/** Returns the length of the body. */
function sendText(res: ServerResponse, text: string, headers: ResponseHeaders): number {
  const type = { 'Content-Type': 'text/markdown; charset=utf-8' };
  const all = { ...READABLE_ANYWHERE, ...type, ...headers };
  return send(res, { status: 200, text, headers: all }, requestIdOf(res));
}

/** `/llms.txt`, and what agents read as Markdown: the guides, and each listing. */
export function mountMarkdown(
  app: Express,
  { baseUrl, callerAddress, rates, findPublishedListing }: MarkdownDeps,
): void {
  const guides = createGuides();

  app.get('/llms.txt', (_req, res) => {
    const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
    sendText(res, llmsTxt(baseUrl()), { ...CACHED, ...plain });
  });

  app.get([/^\/docs\.md$/, /^\/docs\/.+\.md$/], async (req, res) => {
    const text = (await guides()).get(req.path);
    if (text === undefined) throw notFound('Path');
    sendText(res, text, CACHED);
  });

  app.get('/mkt.py', async (_req, res) => {
    const text = (await guides()).get('/mkt.py') ?? '';
    sendText(res, text, { ...CACHED, 'Content-Type': 'text/x-python; charset=utf-8' });
  });

  // What the route of /v1 shows, with its limits for callers without a key.
  app.get('/listings/:slug.md', async (req, res) => {
    const name = `address:${callerAddress(req)}`;
    const rateHeaders = await rates.take('requests', name);
    const reader = { name, group: ANONYMOUS };
    const listing = presentCatalogueListing(await findPublishedListing(req.params.slug, reader));
    rates.addSent(name, sendText(res, listingMarkdown(listing, baseUrl()), rateHeaders));
  });
}
