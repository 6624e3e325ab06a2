import { describe, expect, it } from 'vitest';
import { commandToRun } from '../src/show/command-to-run.ts';

const commandFor = (requestExampleJson?: string) =>
  commandToRun({
    slug: 'echo',
    runContract: {
      method: 'POST',
      ...(requestExampleJson === undefined ? {} : { requestExampleJson }),
    },
  });

describe('the command that calls a listing', () => {
  it('has the example of the seller as input', () => {
    expect(commandFor('{"text":"Hi"}')).toBe(`mkt run echo --input '{"text":"Hi"}'`);
  });

  it.each([
    ['there is none', undefined],
    ['it is long', JSON.stringify('x'.repeat(200))],
    ['a terminal would act on it', '"\u001b[2J"'],
    ['it names a file of the buyer', '@.mcp.json'],
    ['it names stdin', '-'],
    ['it is no JSON', 'text'],
  ])('has no input if %s', (_, example) => {
    expect(commandFor(example)).toBe('mkt run echo');
  });
});
