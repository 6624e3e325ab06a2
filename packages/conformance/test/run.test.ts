import { describe, expect, it } from 'vitest';
import { checkRun } from '../src/checks/run.ts';
import { outcomeText } from '../src/calls/response-body.ts';
import { inProcessSchemaValidator, type TransportOutcome } from '../src/index.ts';

const CONTRACT = {
  method: 'POST',
  endpointPath: 'https://api.example.com/run',
  outputSchema: { type: 'array' },
} as const;

const responding = (text: string, status = 200): TransportOutcome => ({
  kind: 'response',
  status,
  headers: new Map(),
  body: new TextEncoder().encode(text),
  latencyMs: 1,
});

describe('the run check', () => {
  it('says that a response does not match outputSchema', async () => {
    const check = await checkRun(CONTRACT, responding('1'), inProcessSchemaValidator());
    expect(check).toMatchObject({
      outcome: 'failed',
      message:
        'the response to POST /run with the request example does not match outputSchema: the response must be array',
    });
  });

  it.each([
    ['POST', 200, undefined, 'passed'],
    ['GET', 204, undefined, 'passed'],
    ['GET', 200, undefined, 'failed'],
    ['GET', 200, { type: 'null' }, 'failed'],
    ['DELETE', 200, undefined, 'passed'],
    ['POST', 204, { type: 'null' }, 'passed'],
    ['POST', 204, { type: 'object' }, 'failed'],
    ['PUT', 200, { type: 'string' }, 'failed'],
  ] as const)(
    'judges a response without a body to %s with %d and the outputSchema %j: %s',
    async (method, status, outputSchema, outcome) => {
      const { endpointPath } = CONTRACT;
      const contract = { method, endpointPath, ...(outputSchema ? { outputSchema } : {}) };
      const check = await checkRun(contract, responding('', status), inProcessSchemaValidator());
      expect(check).toMatchObject({ outcome, message: expect.stringContaining('without a body') });
    },
  );

  it('matches patterns that RE2 cannot run, and ends them when they take too long', async () => {
    const contract = { ...CONTRACT, outputSchema: { pattern: '^(?=((a|aa)+)$)\\1' } };
    const schemas = inProcessSchemaValidator();
    const check = (text: string) => checkRun(contract, responding(JSON.stringify(text)), schemas);
    expect(await check('aaa')).toMatchObject({ outcome: 'passed' });
    expect(await check('b')).toMatchObject({
      message: expect.stringContaining('must match pattern'),
    });
    expect(await check(`${'a'.repeat(90)}b`)).toMatchObject({
      message: expect.stringContaining('took too long to check against outputSchema'),
    });
  });

  it('says that the check of a response took too long', async () => {
    const schemas = {
      inspect: inProcessSchemaValidator().inspect,
      validate: async () => ({ ok: 'timeout' as const }),
    };
    const check = await checkRun(CONTRACT, responding('[]'), schemas);
    expect(check).toMatchObject({
      message:
        'the response to POST /run with the request example took too long to check against outputSchema',
      fix: 'Simplify outputSchema: fewer alternatives and references.',
    });
  });

  it('gives the whole fix of the service in place of advice of its own', async () => {
    const fix =
      `Mount the kit before the parser. ${'It reads the body itself. '.repeat(12)}`.trim();
    const text = JSON.stringify({ error: 'The service is misconfigured', fix });
    const check = await checkRun(CONTRACT, responding(text, 500), inProcessSchemaValidator());
    expect(check).toMatchObject({ outcome: 'failed', fix });
    const silent = await checkRun(CONTRACT, responding('{}', 500), inProcessSchemaValidator());
    expect(silent).toMatchObject({ fix: expect.stringContaining('Make the endpoint work') });
  });

  it('shows what the service says for its seller rather than for buyers', () => {
    const text = JSON.stringify({ error: 'The service is misconfigured', fix: 'Set the secret.' });
    expect(outcomeText(responding(text, 503))).toBe(
      'returned 503 with the error "Set the secret."',
    );
  });

  it('does not blame the service for a call that was cancelled', () => {
    const cancelled = { kind: 'failed', reason: 'aborted', message: 'was cancelled' } as const;
    expect(`GET /run ${outcomeText(cancelled)}`).toBe('GET /run was cancelled');
  });
});
