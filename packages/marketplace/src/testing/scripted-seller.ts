import type { PriceInput, RunContractInput } from '@mkt/client';
import type { Clock } from '../market/outside.ts';
import {
  type Behaviour,
  type Script,
  type ScriptedCall,
  scriptedService,
} from '../test-sellers/scripted-service.ts';
import {
  driftedStandardResult,
  STANDARD_INPUT,
  STANDARD_OUTPUT,
  standardResult,
} from '../test-sellers/test-listings.ts';
import { publishService, type PublishedService, type PublishingMarket } from './publish-service.ts';
import { millisecondsOf, type ScriptedOrders, type TestDuration } from './time.ts';

const BEHAVIOURS: Readonly<Record<Behaviour, true>> = {
  ok: true,
  slow: true,
  timeout: true,
  'http-500': true,
  'bad-json': true,
  'schema-drift': true,
  flaky: true,
};
const DEFAULT_DELAY_MS = 3_000;
const CENTS = 0.01;

export interface BehaviourOptions {
  /** How long `slow` takes, by the market's clock; 3 s by default. */
  delay?: TestDuration | undefined;
  /** How many calls of a buyer with the same input `flaky` fails before one succeeds; 1 by default. */
  failTimes?: number | undefined;
}

export interface ScriptedSellerOptions extends BehaviourOptions {
  /** The slug of the listing, by default made from the title. */
  slug?: string | undefined;
  /** `Scripted seller` by default. */
  title?: string | undefined;
  /** 0.01 USD per call by default. */
  price?: PriceInput | undefined;
  /** The schema of the input; by default the one of the test listings (docs/test/testing.md#inputs). */
  inputSchema?: RunContractInput['inputSchema'] | undefined;
  outputSchema?: RunContractInput['outputSchema'] | undefined;
  /** The result of a call that succeeds; by default the message of the input. */
  result?: ((input: unknown) => unknown) | undefined;
}

/** A listing that is for sale, whose seller behaves as the test says. */
export interface ScriptedSeller extends PublishedService {
  /** The calls so far, in the order of arrival. */
  readonly calls: readonly ScriptedCall[];
  /** Changes what it does, from the next call on. */
  behave(behaviour: Behaviour, options?: BehaviourOptions): void;
}

export interface ScriptingMarket extends PublishingMarket {
  clock: Pick<Clock, 'now' | 'after'>;
  scripted: ScriptedOrders;
}

function checkBehaviour(behaviour: string, { failTimes = 1 }: BehaviourOptions): void {
  if (!Object.hasOwn(BEHAVIOURS, behaviour)) {
    throw new TypeError(
      `No behaviour is called ${JSON.stringify(behaviour)}. Known ones: ${Object.keys(BEHAVIOURS).join(', ')}.`,
    );
  }
  if (!Number.isInteger(failTimes) || failTimes < 0) {
    throw new TypeError(`failTimes must be an integer from 0, not ${failTimes}.`);
  }
}

/** With schemas of the test's own, an array in place of the result breaks nearly every schema. */
const driftedResult = (result: unknown) => [result];

/** Publishes a seller that follows a script. */
export async function openScriptedSeller(
  first: Behaviour,
  options: ScriptedSellerOptions,
  market: ScriptingMarket,
): Promise<ScriptedSeller> {
  const { inputSchema, outputSchema, result, title = 'Scripted seller' } = options;
  const isStandard = [inputSchema, outputSchema, result].every((each) => each === undefined);
  const results = isStandard
    ? { result: standardResult, driftedResult: driftedStandardResult }
    : { result: result ?? standardResult, driftedResult };

  function scriptOf(behaviour: Behaviour, given: BehaviourOptions): Script {
    checkBehaviour(behaviour, given);
    const { delay = DEFAULT_DELAY_MS, failTimes = 1 } = given;
    return { behaviour, delayMs: millisecondsOf(delay, 'delay'), failTimes, ...results };
  }

  let script = scriptOf(first, options);
  const calls: ScriptedCall[] = [];
  const secrets: string[] = [];
  const service = scriptedService({
    contract: {
      title,
      description: 'Responds as a test says.',
      price: options.price ?? { amount: CENTS },
      ...(isStandard
        ? { inputSchema: STANDARD_INPUT, outputSchema: STANDARD_OUTPUT }
        : { inputSchema, outputSchema }),
    },
    script: () => script,
    followsInstructions: isStandard,
    secrets: () => secrets[0],
    clock: market.clock,
    onCall: (call) => calls.push(call),
    onHold: (orderId) => market.scripted.held.add(orderId),
    onResponse(orderId) {
      market.scripted.held.delete(orderId);
      market.scripted.responded.add(orderId);
    },
  });
  const published = await publishService(service, { ...market, slug: options.slug });
  secrets.push(published.signingSecret);
  return {
    ...published,
    calls,
    behave(behaviour, given = {}) {
      script = scriptOf(behaviour, given);
    },
  };
}
