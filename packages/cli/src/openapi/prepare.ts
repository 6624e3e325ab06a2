import { setImmediate as nextTurn } from 'node:timers/promises';
import { closestName } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import type { Preparation, Prepared } from '../init/templates.ts';
import { chooseText, keyFile } from '../init/upstream-key.ts';
import type { Ask } from '../input/ask.ts';
import {
  type ApiDocument,
  checkedAddress,
  listAt,
  type Node,
  objectAt,
  readApiDocument,
  resolved,
  serverAddress,
  textAt,
  Unsupported,
} from './document.ts';
import { contractOf, type OperationContract } from './operation-contract.ts';
import { checkKey, type KeyScheme, keySchemeFor } from './operation-input.ts';

export interface Operation {
  /**
   * Unique in the document: the slug that the marketplace makes from the title, so that a file, a service
   * and a listing have one name.
   */
  id: string;
  method: string;
  path: string;
  title: string;
  node: Node;
  /**
   * The parameters of the path come first; one of the operation replaces one of the path with the same
   * name and location.
   */
  parameters: readonly Node[];
}

export interface Skipped {
  id: string;
  reason: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const MAX_TITLE = 120;
/** As in a slug. */
const MAX_ID = 55;

/** All operations of a document, in its order. Those that cannot even be read have a reason. */
function listOperations(document: ApiDocument): {
  operations: Operation[];
  skipped: Skipped[];
} {
  const operations: Operation[] = [];
  const skipped: Skipped[] = [];
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(objectAt(document.root, 'paths'))) {
    const name = (method: string) => `${method.toUpperCase()} ${path}`.slice(0, 80);
    let found: Node;
    try {
      found = resolved(document, item);
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      skipped.push({ id: path.slice(0, 80), reason: error.message });
      continue;
    }
    for (const method of METHODS.filter((each) => Object.hasOwn(found, each))) {
      const node = objectAt(found, method);
      const title = titleOf(node) ?? name(method);
      const other = textAt(node, 'operationId') ?? `${method} ${path}`;
      const id = uniqueId(slugOf(title) || slugOf(dashed(other)), ids);
      try {
        const parameters = parametersOf(document, found, node);
        operations.push({ id, method: method.toUpperCase(), path, title, node, parameters });
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
        skipped.push({ id, reason: error.message });
      }
    }
  }
  return { operations, skipped };
}

const titleOf = (node: Node) =>
  textAt(node, 'summary')?.replaceAll(/\s+/g, ' ').replace(/\.$/, '').slice(0, MAX_TITLE) ||
  humanized(textAt(node, 'operationId'));

/** `getPetById` → `Get pet by id`. */
function humanized(id: string | undefined): string | undefined {
  const words = dashed(id ?? '')
    .replaceAll('-', ' ')
    .slice(0, MAX_TITLE);
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}

const dashed = (text: string) =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The marketplace transliterates other scripts too. */
const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’\p{M}]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_ID)
    .replaceAll(/^-+|-+$/g, '');

function uniqueId(slug: string, taken: Set<string>): string {
  const base = slug || 'operation';
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

function parametersOf(document: ApiDocument, item: Node, operation: Node): Node[] {
  const byPlace = new Map<string, Node>();
  for (const each of [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]) {
    const parameter = resolved(document, each);
    byPlace.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter);
  }
  return [...byPlace.values()];
}

const cannotBeSold = (id: string, reason: string): CliError =>
  new CliError('invalid_usage', `${id} cannot be sold: ${reason}.`);

/** With `--yes` every operation is taken, up to this many. */
const MAX_WITHOUT_CHOICE = 20;
const MAX_NAMED = 8;

/** The operations that the user sells: those named by `--operations`, or chosen on the terminal. */
async function chooseOperations(
  { operations, skipped }: { operations: readonly Operation[]; skipped: readonly Skipped[] },
  { given, ask, isAsking }: { given: string | undefined; ask: Ask; isAsking: boolean },
): Promise<Operation[]> {
  if (given !== undefined) return namedOperations(operations, skipped, given);
  if (isAsking) {
    const chosen = await ask.choices({
      message: 'Operations to sell, each as a listing',
      flag: '--operations',
      choices: operations.map(({ id, method, path }) => ({
        value: id,
        name: `${id}  ${method} ${path}`.slice(0, 100),
        short: id,
      })),
    });
    return operations.filter(({ id }) => chosen.includes(id));
  }
  if (operations.length <= MAX_WITHOUT_CHOICE) return [...operations];
  const names = operations.slice(0, MAX_NAMED).map(({ id }) => id);
  throw new CliError(
    'missing_value',
    `--operations is required, because the document has ${operations.length} operations.`,
    { next: `Name some, as in: --operations ${names.slice(0, 2).join(',')}` },
  );
}

function namedOperations(
  operations: readonly Operation[],
  skipped: readonly Skipped[],
  given: string,
): Operation[] {
  const wanted = [...new Set(given.split(',').map((each) => each.trim()))].filter(Boolean);
  if (wanted.length === 0) throw new CliError('invalid_usage', '--operations names no operation.');
  return wanted.map((name) => {
    const found = operations.find(
      ({ id, node }) => id === name.toLowerCase() || node['operationId'] === name,
    );
    if (found) return found;
    const unusable = skipped.find(({ id }) => id === name);
    if (unusable) throw cannotBeSold(name, unusable.reason);
    const names = operations.map(({ id }) => id);
    const closest = closestName(name, names);
    throw new CliError('invalid_usage', `The document has no operation '${name}'.`, {
      next: closest
        ? `Did you mean ${closest}?`
        : `Operations: ${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', …' : ''}`,
    });
  });
}

const MAX_SHOWN = 10;

/** Reads the document, and writes a contract for each chosen operation. */
export async function prepareOpenApi(preparation: Preparation): Promise<Prepared> {
  const { ask, isAsking, options, output, shell } = preparation;
  const source = await chooseText(preparation, {
    option: 'document',
    message: 'OpenAPI document (a file or an address)',
  });
  const document = await readApiDocument(source, shell);
  const upstream = await addressOf(preparation, serverAddress(document));
  const { operations, skipped } = listOperations(document);
  const key = keySchemeFor(document, operations);
  const usable = operations.filter((operation) => {
    const reason = reasonAgainst(() => checkKey(document, operation, key));
    if (reason !== undefined) skipped.push({ id: operation.id, reason });
    return reason === undefined;
  });
  const given = options['operations'] as string | undefined;
  const contracts = new Map<Operation, OperationContract>();
  async function addContracts(wanted: readonly Operation[]): Promise<void> {
    for (const operation of wanted) {
      // Ctrl-C and the spinner need a turn of the event loop.
      await nextTurn();
      shell.signal.throwIfAborted();
      try {
        contracts.set(operation, await contractOf(document, operation, key?.name));
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
        if (given !== undefined) throw cannotBeSold(operation.id, error.message);
        skipped.push({ id: operation.id, reason: error.message });
      }
    }
  }
  const isChoosing = given === undefined && isAsking;
  const found = { operations: usable, skipped };
  if (!isChoosing) {
    await addContracts(await chooseOperations(found, { given, ask, isAsking }));
  } else {
    // Only what can be sold is offered.
    const spinner = output.spin(`${usable.length} operations`);
    await addContracts(usable).finally(() => spinner.stop());
  }
  if (given === undefined) showSkipped(output, skipped);
  if (contracts.size === 0) {
    throw new CliError('invalid_usage', `${source} has no operation that can be sold.`);
  }
  if (isChoosing) {
    const operations = [...contracts.keys()];
    const chosen = await chooseOperations({ operations, skipped }, { given, ask, isAsking });
    for (const each of operations) if (!chosen.includes(each)) contracts.delete(each);
  }
  const files = [...contracts].map(
    ([{ id }, contract]) => [`contracts/${id}.json`, jsonText(contract)] as const,
  );
  return {
    paths: [...contracts.keys()].map(({ id }) => `/${id}`),
    values: { upstream, keyPlace: placeOf(key) },
    files: {
      ...Object.fromEntries(files),
      'api.json': jsonText({ address: upstream, key }),
      ...(key ? await keyFile(preparation, `The API's key, for ${placeOf(key)}`) : {}),
    },
  };
}

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const placeOf = (key: KeyScheme) =>
  key === null
    ? 'no request until api.json says where the API expects it'
    : `the ${key.in === 'query' ? 'query parameter' : 'header'} ${key.name}`;

async function addressOf(preparation: Preparation, found: string | undefined): Promise<string> {
  const given = preparation.options['upstream'] as string | undefined;
  if (given === undefined && found !== undefined) return found;
  const text = await chooseText(preparation, {
    option: 'upstream',
    message: 'Address of the API (the document names none)',
  });
  return checkedAddress(text);
}

function reasonAgainst(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    throw error;
  }
}

function showSkipped(output: Preparation['output'], skipped: readonly Skipped[]): void {
  for (const { id, reason } of skipped.slice(0, MAX_SHOWN)) {
    output.warn(`${id} is left out: ${reason}.`);
  }
  const more = skipped.length - MAX_SHOWN;
  if (more > 0) output.warn(`${more} more operations are left out.`);
}
