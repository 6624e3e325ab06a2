// docs/buy/call.md, and what goes on from there, as a reader follows it: each command and program, in order,
// with the packages as npm installs them, and the output that the pages show.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@mkt/client';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { serve, type Server } from '@mkt/seller-kit/node';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { textInsights } from '../../examples/text-insights/src/service.ts';
import { blocksOf } from '../../scripts/documentation/markdown.ts';
import { read, ROOT } from '../../scripts/documentation/pages.ts';
import { hasPython } from '../templates/has-python.ts';
import { NODE_PROGRAMS } from '../../test-bed/runtimes.ts';
import { prepareMachine, type Machine } from './machine.ts';

const PAGES = ['call', 'shell', 'program'];

/** What the page sets to an address and a key of its own. */
const SETTINGS = /^export MKT_/;

/** Ids, times and durations differ from run to run. */
const comparable = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, 'TIME')
    .replaceAll(/Seller [0-9a-f]{8}/g, 'Seller')
    .replaceAll(/\b[\d.]+ m?s\b/g, 'DURATION')
    .replaceAll(/ +/g, ' ')
    .trim();

let marketplace: TestMarketplace;
let seller: Server;
let machine: Machine;
let project: string;

beforeAll(async () => {
  marketplace = await createTestMarketplace();
  seller = await serve(textInsights(), { port: 0, host: '127.0.0.1' });
  const owner = createClient({ baseUrl: marketplace.url, apiKey: marketplace.apiKey });
  await owner.listings.importFromService(seller.url);
  await marketplace.reviewsIdle();
  const buyer = await marketplace.createAccount({ scopes: ['order:create', 'order:read'] });
  const [newest = ''] = Object.keys(NODE_PROGRAMS);
  machine = prepareMachine(inject('registry').url, newest);
  Object.assign(machine.env, { MKT_BASE_URL: marketplace.url, MKT_API_KEY: buyer.apiKey });
  project = join(machine.folder, 'buyer');
  await mkdir(project);
  await copyFile(join(ROOT, 'examples/python-buyer/mkt.py'), join(project, 'mkt.py'));
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
  await seller.close();
  await marketplace.close();
});

const python = hasPython('the Python of docs/buy/call.md');

/** The machine has no Python of its own. */
async function runPython(program: string): Promise<string> {
  const env = { ...machine.env, PATH: process.env['PATH'] };
  return (await promisify(execFile)('python3', [program], { cwd: project, env })).stdout;
}

it('does everything that the guides show, with the output that it shows', async () => {
  const blocks = PAGES.flatMap((page) => blocksOf(read(`docs/buy/${page}.md`))).filter(
    ({ text }) => !SETTINGS.test(text),
  );
  let program = '';
  let programPrinted = '';
  // By the same example in several languages.
  let printed: string[] = [];
  let compared = 0;
  for (const { language, text } of blocks) {
    if (language === 'sh') {
      const { stdout, stderr } = await machine.run(text, { in: project });
      printed = [`${stdout}${stderr}`];
    } else if (language === 'ts') {
      // Each block continues the program of those before it.
      program += `${text}\n`;
      await writeFile(join(project, 'buy.mts'), program);
      const { stdout, stderr } = await machine.run('node buy.mts', { in: project });
      expect(stderr).toBe('');
      printed.push(stdout.slice(programPrinted.length));
      programPrinted = stdout;
    } else if (language === 'python') {
      await writeFile(join(project, 'buy.py'), text);
      if (python) printed.push(await runPython('buy.py'));
    } else {
      for (const one of printed) expect(comparable(one)).toBe(comparable(text));
      compared += printed.length;
      printed = [];
    }
  }
  expect(compared).toBe(python ? 12 : 11);
});
