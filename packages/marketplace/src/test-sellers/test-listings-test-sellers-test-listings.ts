import type { Behaviour, Script } from './behaviour.ts';
import type { ScriptedContract } from './scripted-service.ts';
import {
  driftedStandardResult,
  STANDARD_INPUT,
  STANDARD_OUTPUT,
  standardResult,
} from './standard-contract.ts';

const DELAY_MS = 3_000;
const FAIL_TIMES = 1;
const PRICE = { amount: 0.01 };

const DOCS = 'Its input can ask for a delay or a failure (docs/testing.md).';

interface TestListing {
  slug: string;
  behaviour: Behaviour;
  description: string;
}

/** What `serve --dev --seed` puts up for sale. */
export const TEST_LISTINGS: readonly TestListing[] = [
  { slug: 'mkt-test-ok', behaviour: 'ok', description: 'Succeeds immediately.' },
  { slug: 'mkt-test-slow', behaviour: 'slow', description: 'Succeeds after 3 seconds.' },
  { slug: 'mkt-test-fail', behaviour: 'http-500', description: 'Fails every call.' },
  {
    slug: 'mkt-test-invalid',
    behaviour: 'schema-drift',
    description: 'Succeeds with a result that breaks its output schema.',
  },
  {
    slug: 'mkt-test-flaky',
    behaviour: 'flaky',
    description: 'Fails the first call with an input, and succeeds at the second one.',
  },
  {
    slug: 'mkt-test-timeout',
    behaviour: 'timeout',
    description: 'Never answers: its orders fail after 30 seconds.',
  },
];

export const contractOf = ({ slug, description }: TestListing): ScriptedContract => ({
  title: slug,
  description: `For tests of buyers. ${description} ${DOCS}`,
  category: 'developer-tools',
  price: PRICE,
  inputSchema: STANDARD_INPUT,
  outputSchema: STANDARD_OUTPUT,
  requestExampleJson: '{"message":"Hello there."}',
  responseExampleJson: '{"message":"Hello there.","attempt":1}',
});

export const scriptOf = ({ behaviour }: TestListing): Script => ({
  behaviour,
  delayMs: DELAY_MS,
  failTimes: FAIL_TIMES,
  result: standardResult,
  driftedResult: driftedStandardResult,
});
