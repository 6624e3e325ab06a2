import type { Client, Order } from '@mkt/client';
import { IDEMPOTENCY_HOURS } from '@mkt/protocol';
import { askFields, fieldsInput, parseFields } from '../input/fields.ts';
import { CliError } from '../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { quoteArgument } from '../terminal/text.ts';
import { jsonOf, readJsonOption, readPipedJson } from '../input/read-input.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { findListing, placeOrder, type Guards, type OrderInput } from '../orders/place-order.ts';
import { resultFile, showResult, waitForOrder } from '../orders/wait-for-order.ts';
import { formatPrice } from '../show/price.ts';
import {
  collectMetadata,
  durationOption,
  type Metadata,
  money,
  type Money,
  wholeNumber,
} from '../cli/options.ts';

interface Options extends GlobalOptions {
  input?: string;
  timeout: string;
  wait: boolean;
  maxPrice?: Money;
  revision?: number;
  idempotencyKey?: string;
  metadata?: Metadata;
  yes?: boolean;
  output?: string;
  batch?: string;
  concurrency?: number;
  totalLimit?: Money;
  idempotencyPrefix?: string;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Prints the result on stdout. Without an input, mkt prompts on a terminal for the fields that the listing requires. A failed call is not charged, and the exit code is 3. On a terminal mkt shows the price and asks for confirmation, unless --max-price or --yes is given; the order is refused if the listing has changed since then.',
    examples: [
      ['mkt run text-insights text=Hello. maxWords:=3', 'fields: text, and JSON after :='],
      ['mkt run weather place.city=Rome days=3', 'a nested field; the schema makes days a number'],
      [`mkt run text-insights --input '{"text":"Hello."}'`, 'input on the command line'],
      ['mkt run text-insights --input @input.json', 'input from a file'],
      ['cat input.json | mkt run text-insights', 'input from stdin'],
      ['mkt run qr-code text=Hi --output qr-code.json', 'write the result to a file'],
      ['mkt run slow-service --no-wait', 'print the id of the order and return'],
      ['mkt run text-insights --metadata job=nightly', 'find it again: mkt orders list'],
      [
        'mkt run weather --batch cities.ndjson --total-limit 5',
        'an order per line, at most 5 US dollars',
      ],
    ],
  })
    .argument('<listing>', 'slug or id')
    .argument(
      '[fields...]',
      'the input: name=text, converted to the type that the schema expects, or name:=json',
    )
    .option(
      '--input <json>',
      'the whole input: JSON, @file, or - for stdin (default: piped input; on a terminal mkt prompts for required fields; otherwise {})',
    )
    .option('--timeout <duration>', 'how long to wait, as in 500ms, 10s, 2m', '60s')
    .option('--wait', 'wait for the result (the default)', true)
    .option('--no-wait', 'print the id of the order instead of waiting for its result')
    .option(
      '--max-price <amount>',
      "highest price to accept, such as 0.02 (US dollars) or '5 EUR'; a listing in a different currency is refused",
      money,
    )
    .option('--revision <number>', 'refuse if the listing is at a different revision', revision)
    .option(
      '--idempotency-key <key>',
      `repeat safely: within ${IDEMPOTENCY_HOURS} hours, the same key and input place only one order`,
    )
    .option(
      '--metadata <name=value>',
      'a string stored with the order, for your own records; can be repeated',
      collectMetadata,
    )
    .option(
      '--batch <file>',
      'a file with an input on each line, or - for stdin; prints a line of JSON for each as it finishes',
    )
    .option(
      '--concurrency <count>',
      `how many orders of a batch run at once (default: ${CONCURRENCY})`,
      wholeNumber(1, MAX_CONCURRENCY),
    )
    .option(
      '--total-limit <amount>',
      "the most that a batch may cost in all, such as 5 (US dollars) or '5 EUR'",
      money,
    )
    .option(
      '--idempotency-prefix <prefix>',
      `repeat a batch safely: within ${IDEMPOTENCY_HOURS} hours, no line is bought twice`,
    )
    .option('-o, --output <file>', 'write the result to a file instead of stdout')
    .option('-y, --yes', 'accept the price without confirmation')
    .action(async (listing: string, fields: string[], options: Options) => {
      const session = open(options);
      const { shell, output } = session;
      if (options.output !== undefined && !options.wait) {
        throw new CliError('invalid_usage', 'Pass --output or --no-wait, not both.');
      }
      if (options.batch !== undefined) {
        return await batch(session, { listing, fields, source: options.batch }, options);
      }
      refuse(options, BATCH_ONLY, 'without --batch');
      const file =
        options.output === undefined ? undefined : await resultFile(options.output, shell.cwd);
      const read = await inputReader(fields, options, session);
      const client = await session.client();
      const timeoutMs = await durationOption('--timeout', options.timeout);
      const input = await read(client, listing);
      const guards = await guardsOf(session, client, listing, options);
      const startedAt = performance.now();
      const spinner = output.spin('calling');
      const { metadata, idempotencyKey } = options;
      const order = await placeOrder(
        { client, listing, input, guards, metadata, idempotencyKey, signal: shell.signal },
        timeoutMs,
      )
        // oxlint-disable-next-line promise/prefer-await-to-then -- the spinner stops before an error is printed
        .finally(spinner.stop);
      if (!options.wait) return await showPlaced(session, order);
      const settled = await waitForOrder(session, client, { order, timeoutMs, startedAt });
      await showResult(session, settled, file);
    });

const CONCURRENCY = 8;
/** More would only wait: a marketplace runs 64 calls to a seller at once. */
const MAX_CONCURRENCY = 64;
const BATCH_ONLY = ['concurrency', 'totalLimit', 'idempotencyPrefix'] as const;
const SINGLE_ONLY = ['input', 'output', 'idempotencyKey'] as const;
const FLAGS: Readonly<Record<(typeof BATCH_ONLY | typeof SINGLE_ONLY)[number], string>> = {
  concurrency: '--concurrency',
  totalLimit: '--total-limit',
  idempotencyPrefix: '--idempotency-prefix',
  input: '--input',
  output: '--output',
  idempotencyKey: '--idempotency-key',
};

/** Refuses options that would be ignored. */
function refuse(options: Options, names: readonly (keyof typeof FLAGS)[], where: string): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new CliError('invalid_usage', `${FLAGS[given]} has no effect ${where}.`);
}

/** Places an order for each line of a file. */
async function batch(
  session: Session,
  { listing, fields, source }: { listing: string; fields: readonly string[]; source: string },
  options: Options,
): Promise<void> {
  refuse(options, SINGLE_ONLY, 'with --batch');
  if (fields.length > 0 || !options.wait) {
    const given = options.wait ? 'fields' : '--no-wait';
    throw new CliError('invalid_usage', `Pass ${given} or --batch, not both.`);
  }
  const { concurrency = CONCURRENCY, totalLimit, idempotencyPrefix, maxPrice, ...more } = options;
  const { revision: wanted, metadata, yes } = more;
  const timeoutMs = await durationOption('--timeout', options.timeout);
  const { runBatchCommand } = await import('../batch/batch-command.ts');
  await runBatchCommand(
    session,
    await session.client(),
    listing,
    {
      source,
      concurrency,
      totalLimit,
      idempotencyPrefix,
      maxPrice,
      revision: wanted,
      metadata,
      timeoutMs,
    },
    async (price) => {
      const isBounded = maxPrice !== undefined || totalLimit !== undefined || price.amount === 0;
      if (isBounded || yes || !session.ask.isPossible) return;
      const message = `Call ${listing} for ${formatPrice(price)}, for each line of ${source}?`;
      if (!(await session.ask.confirm({ message, flag: '--yes', default: true }))) throw declined();
    },
  );
}

const declined = () => new CliError('declined', 'Cancelled: no call was made.');

const NO_INPUT: OrderInput = { value: {}, text: '{}' };

/** Checks the input before anything is sent. Fields need the listing's schema, which is read later. */
async function inputReader(
  fields: readonly string[],
  { input }: Options,
  { ask, shell }: Session,
): Promise<(client: Client, listing: string) => Promise<OrderInput>> {
  if (input !== undefined && fields.length > 0) {
    throw new CliError('invalid_usage', 'Pass fields or --input, not both.');
  }
  if (fields.length === 0) {
    const whole =
      input === undefined
        ? await readPipedJson('--input', shell)
        : await readJsonOption(input, '--input', shell);
    if (whole !== undefined || !ask.isPossible) return async () => whole ?? NO_INPUT;
    return async (client, listing) => {
      const schema = (await findListing(client, listing, shell.signal))?.runContract.inputSchema;
      const text = fieldsInput(await askFields({ ask }, schema), schema);
      return jsonOf(Buffer.from(text), 'The input');
    };
  }
  const parsed = parseFields(fields);
  return async (client, listing) => {
    const isTyped = parsed.some(({ kind }) => kind === 'text');
    const found = isTyped ? await findListing(client, listing, shell.signal) : undefined;
    const text = fieldsInput(parsed, found?.runContract.inputSchema);
    return jsonOf(Buffer.from(text), 'The input');
  };
}

const revision = wholeNumber(1, 2 ** 31 - 1);

/** The guards of the options; on a terminal without them, the price that the user confirmed. */
async function guardsOf(
  { ask, shell }: Session,
  client: Client,
  listing: string,
  { maxPrice, revision: wanted, yes }: Options,
): Promise<Guards> {
  if (maxPrice !== undefined || yes || !ask.isPossible) return { maxPrice, revision: wanted };
  const {
    slug,
    price,
    revision: shown,
  } = await client.listing(listing, {
    signal: shell.signal,
  });
  const { amount, currency, unit } = price;
  if (amount > 0) {
    const message = `Call ${slug} for ${formatPrice(price)}?`;
    if (!(await ask.confirm({ message, flag: '--yes', default: true }))) {
      throw declined();
    }
  }
  return { maxPrice: { amount, currency }, unit, revision: wanted ?? shown };
}

/** Prints the id of an order that may not have settled yet. */
async function showPlaced(session: Session, order: Order): Promise<void> {
  if (order.orderState === 'failed') return await showResult(session, order);
  const { output } = session;
  output.result(order, ({ id }) => id);
  output.line(`Wait for it: mkt orders wait ${quoteArgument(order.id)}`);
}
