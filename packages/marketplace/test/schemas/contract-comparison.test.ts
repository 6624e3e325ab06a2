// docs/buy/catalogue.md#history: versions of a contract are compared in a schema process, within a budget.
import type { RunContract } from '@mkt/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { type ContractTerms, createSchemaValidation } from '../../src/schemas/validation.ts';
import { EXPLODING, LARGEST } from './hostile-changes.ts';

const validation = createSchemaValidation({ processes: 1 });
validation.warm();
afterAll(() => validation.close());

const terms = (runContract: Partial<RunContract>, amountMicros = 20_000): ContractTerms => ({
  price: { amountMicros, currency: 'USD', unit: 'call' },
  runContract: { method: 'POST', endpointPath: 'https://seller.example.com/run', ...runContract },
});
const withInput = (inputSchema: object) => terms({ inputSchema: { ...inputSchema } });
const compare = (before: ContractTerms, after: ContractTerms) =>
  validation.compare(before, after, 'an account');

describe('a comparison of two versions of a contract', () => {
  it('has the verdict and the findings', async () => {
    const city = { type: 'object', properties: { city: { type: 'string' } } };
    const strict = { ...city, required: ['city'] };
    expect(await compare(withInput(city), withInput(strict))).toEqual({
      verdict: 'breaking',
      findings: [
        {
          path: '/runContract/inputSchema/required',
          severity: 'breaking',
          message: '"city" is now required.',
        },
      ],
    });
    expect(await compare(withInput(strict), withInput(city))).toMatchObject({ verdict: 'safe' });
  });

  it.each(EXPLODING)('is unknown if it takes too much work: %s', async (_, before, after) => {
    expect(await compare(withInput(before), withInput(after))).toEqual({
      verdict: 'unknown',
      findings: [
        {
          path: '/runContract/inputSchema',
          severity: 'unknown',
          message: 'The two versions of the schema are too complex to be compared.',
        },
      ],
    });
  });

  it('still says what the price does, if the schemas take too much work', async () => {
    const [, before, after] = EXPLODING[0] ?? LARGEST;
    const compared = await compare(withInput(before), terms({ inputSchema: { ...after } }, 30_000));
    expect(compared).toMatchObject({
      verdict: 'breaking',
      findings: [{ path: '/price/amount' }, { path: '/runContract/inputSchema' }],
    });
  });

  it('has 50 findings for the largest schemas', async () => {
    const [, before, after] = LARGEST;
    const both = (schema: object) =>
      terms({ inputSchema: { ...schema }, outputSchema: { ...schema } });
    const { verdict, findings } = await compare(both(before), both(after));
    expect([verdict, findings.length]).toEqual(['breaking', 50]);
  });

  it('is refused as overloaded when it cannot start', async () => {
    const closed = createSchemaValidation({ processes: 1 });
    await closed.close();
    const comparing = closed.compare(withInput({}), withInput({ type: 'object' }), 'an account');
    await expect(comparing).rejects.toMatchObject({ type: 'overloaded' });
  });
});
