import { describe, expect, it } from 'vitest';
import { checkRun } from '../src/checks/run.ts';
import { outcomeText } from '../src/calls/response-json.ts';
import { inProcessSchemaValidator } from '../src/index.ts';
import type { TransportOutcome } from '../src/index.ts';

const CONTRACT = {
  method: 'POST',
  endpointPath: 'https://api.example.com/run',
  outputSchema: { type: 'array' },
} as const;

const responding = (text: string): TransportOutcome => ({
  kind: 'response',
  status: 200,
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

  it('does not blame the service for a call that was cancelled', () => {
    const cancelled = { kind: 'failed', reason: 'aborted', message: 'was cancelled' } as const;
    expect(`GET /run ${outcomeText(cancelled)}`).toBe('GET /run was cancelled');
  });
});
