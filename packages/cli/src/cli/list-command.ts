import type { Client } from '@mkt/client';
import type { Command } from 'commander';
import { showPage, type Page, type PageView } from '../show/page.ts';
import { newCommand, type About, type GlobalOptions } from './new-command.ts';
import { wholeNumber } from './options.ts';
import type { OpenSession } from './session.ts';

export interface PageOptions {
  limit?: number;
  cursor?: string;
}

export const MAX_PAGE = 100;

/** The options of every command that lists records. */
export const pageOptions = (command: Command): Command =>
  command
    .option(
      '--limit <count>',
      `results per page, at most ${MAX_PAGE}`,
      wholeNumber(1, MAX_PAGE),
      20,
    )
    .option(
      '--cursor <cursor>',
      'continue from the cursor printed at the end of the previous page',
    );

interface List<Item> extends About, PageView<Item> {
  load(
    client: Client,
    query: PageOptions,
    options: { signal: AbortSignal },
  ): PromiseLike<Page<Item>>;
}

/** A command that lists the caller's own records of one kind, without filters. */
export const listCommand = <Item>(open: OpenSession, list: List<Item>): Command =>
  pageOptions(newCommand(list)).action(async (options: GlobalOptions & PageOptions) => {
    const { client, output, shell } = open(options);
    const { limit, cursor } = options;
    const query = { ...(limit === undefined ? {} : { limit }), ...(cursor ? { cursor } : {}) };
    await showPage(output, await list.load(await client(), query, { signal: shell.signal }), list);
  });
