// The client's types and what `mkt types` writes, compiled by several compilers as npm installs the
// packages: strict, and with the declarations of every library checked.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@mkt/client';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { defineService } from '@mkt/seller-kit';
import { serve } from '@mkt/seller-kit/node';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../../scripts/install.mjs';
import { prepareMachine, type Machine } from './machine.ts';

const NODE = '24.21.0';
const COMPILERS = ['typescript-5.5', 'typescript-5.9', 'typescript-6.0', 'typescript'];

const STRICT =
  '--noEmit --strict --skipLibCheck false --target es2022 --types node --lib es2022,dom,dom.iterable,esnext.disposable'.split(
    ' ',
  );

const QUIET = { warn() {}, error() {} };
const INPUT: object = {
  type: 'object',
  required: ['stops', 'mode'],
  additionalProperties: false,
  properties: {
    mode: { enum: ['walk', 'ride'] },
    stops: { type: 'array', items: { $ref: '#/$defs/place' } },
    area: {
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'number' }],
      items: false,
      minItems: 2,
    },
    "it's": { type: ['string', 'null'] },
  },
  $defs: {
    place: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, near: { $ref: '#/$defs/place' } },
      tsType: 'any',
      description: '*/ export const injected = 1; /*',
    },
  },
};

const route = defineService({
  name: 'Route',
  description: 'Finds a way between places.',
  price: { amountCents: 1 },
  logger: QUIET,
  input: INPUT,
  output: {
    type: 'object',
    required: ['km'],
    properties: { km: { type: 'number' } },
    additionalProperties: { type: 'string' },
  },
  run: () => ({ km: 1 }),
});

const CALLS = `
async function calls(): Promise<void> {
  const { km, note } = await market.run('route', { mode: 'walk', stops: [{ name: 'a', near: { name: 'b' } }], area: [1, 2], "it's": null });
  const far: number = km;
  const text: string | number | undefined = note;
  const order = await market.activate('route', { mode: 'ride', stops: [] }, { wait: '1s' });
  if (order.orderState === 'completed') order.result.km.toFixed();
  // @ts-expect-error -- mode is 'walk' or 'ride'
  await market.run('route', { mode: 'fly', stops: [] });
  // @ts-expect-error -- stops is missing
  await market.run('route', { mode: 'walk' });
  // @ts-expect-error -- a place has a name
  await market.run('route', { mode: 'walk', stops: [{ near: { name: 'b' } }] });
  // @ts-expect-error -- the place near it too
  await market.run('route', { mode: 'walk', stops: [{ name: 'a', near: {} }] });
  // @ts-expect-error -- an area has two numbers
  await market.run('route', { mode: 'walk', stops: [], area: [1] });
  // @ts-expect-error -- and no more
  await market.run('route', { mode: 'walk', stops: [], area: [1, 2, 3] });
  // @ts-expect-error -- not a member
  await market.run('route', { mode: 'walk', stops: [], colour: 'red' });
  // @ts-expect-error -- the input is missing
  await market.run('route');
  // @ts-expect-error -- km is a number
  const wrong: string = km;
  console.log(far, text, wrong, revisions.route.toFixed());
}
console.log(calls);
`;

const PROGRAMS: Record<string, { augment: boolean; code: string }> = {
  'own.ts': {
    augment: false,
    code: `import { createClient } from '@mkt/client';
import { revisions, type Listings } from './listings.js';
const market = createClient<Listings>({ revisions });
// @ts-expect-error -- not a listing of the interface
void market.run('rout', {});
${CALLS}`,
  },
  'every-client.ts': {
    augment: true,
    code: `import { createClient } from '@mkt/client';
import { revisions } from './listings.js';
const market = createClient({ revisions });
market.run('anything', {}).then((result: unknown) => console.log(result));
${CALLS}`,
  },
};

let machine: Machine;

beforeAll(async () => {
  machine = prepareMachine(inject('registry').url, NODE);
  await using market = await createTestMarketplace();
  await using seller = await serve(route, { port: 0, host: '127.0.0.1' });
  const client = createClient({ baseUrl: market.url, apiKey: market.apiKey });
  await client.listings.importFromService(seller.url);
  await market.reviewsIdle();
  const installed = await machine.run(
    'npm init -y && npm pkg set type=module && npm install @mkt/client @mkt/cli @types/node',
  );
  if (installed.code !== 0) throw new Error(installed.stderr);
  for (const [program, { augment, code }] of Object.entries(PROGRAMS)) {
    const folder = join(machine.folder, program.replace('.ts', ''));
    await mkdir(folder);
    await writeFile(join(folder, program), code);
    const written = await machine.run(
      `MKT_BASE_URL=${market.url} npx mkt types route -o listings.ts${augment ? ' --augment' : ''}`,
      { in: folder },
    );
    if (written.code !== 0) throw new Error(written.stderr);
  }
});
afterAll(() => machine[Symbol.asyncDispose]());

async function compile(compiler: string, program: string, flags: readonly string[]) {
  const tsc = join(ROOT, 'node_modules', compiler, 'bin', 'tsc');
  const argv = [...STRICT, ...flags, join(machine.folder, program.replace('.ts', ''), program)];
  const cwd = machine.folder;
  return await promisify(execFile)(process.execPath, [tsc, ...argv], { cwd }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

const NODE_NEXT = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler'];
const EXACT = ['--exactOptionalPropertyTypes'];

// A compilation takes seconds, most of them for the declarations of Node and the browser. So each
// compiler meets both programs and both ways to resolve a package; the newest one meets all pairs.
describe.each(COMPILERS)('%s', (compiler) => {
  it.each([
    { program: 'own.ts', flags: NODE_NEXT },
    { program: 'every-client.ts', flags: [...BUNDLER, ...EXACT] },
  ])('compiles correct calls and no others: $program', async ({ program, flags }) => {
    expect(await compile(compiler, program, flags)).toBe('');
  });
});

it.each([
  { program: 'own.ts', flags: [...BUNDLER, ...EXACT] },
  { program: 'every-client.ts', flags: NODE_NEXT },
])('$program compiles with the other way to resolve packages too', async ({ program, flags }) => {
  expect(await compile('typescript', program, flags)).toBe('');
});
