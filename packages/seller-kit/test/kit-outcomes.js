// The kit's verdicts on schemas and values: runs on Node, and bundled as a worker.
import { defineService } from '@mkt/seller-kit';

const SILENT = { warn() {}, error() {} };

/**
 * For each `{ schema, values }`: the problems of a definition with that input schema, or the error
 * in the response to each value, `null` for values that reach `run`.
 */
export async function kitOutcomes(cases) {
  const outcomes = [];
  for (const each of cases) outcomes.push(await outcomeOf(each));
  return outcomes;
}

async function outcomeOf({ schema, values }) {
  let service;
  try {
    service = defineService({
      name: 'Agreement',
      description: 'Judges as the marketplace does.',
      baseUrl: 'https://seller.example.com',
      price: { amountCents: 1 },
      signingSecret: false,
      logger: SILENT,
      input: schema,
      run: () => null,
    });
  } catch (error) {
    return { problems: error.problems };
  }
  const errors = [];
  for (const value of values) {
    const request = new Request('https://seller.example.com/run', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
    const response = await service.fetch(request);
    const body = await response.json();
    errors.push(response.status === 200 ? null : body.error);
  }
  return { errors };
}
