import { setImmediate as nextTurn } from 'node:timers/promises';
import { CliError } from '../errors/cli-error.ts';
import type { Preparation, Prepared } from '../init/template.ts';
import { chooseText } from '../init/choose-text.ts';
import { keyFile } from '../init/upstream-key.ts';
import { checkKey, keySchemeFor, type KeyScheme } from './api-key.ts';
import { cannotBeSold, chooseOperations } from './choose-operations.ts';
import { listOperations, type Operation, type Skipped } from './list-operations.ts';
import { contractOf, type OperationContract } from './operation-contract.ts';
import { readApiDocument } from './document.ts';
import { checkedAddress, serverAddress } from './server-address.ts';
import { Unsupported } from './unsupported.ts';

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
