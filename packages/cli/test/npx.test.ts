import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/command-table.ts';
import { asTyped } from '../src/terminal/output.ts';
import { runMkt } from './run-mkt.ts';

const NPX = { npm_command: 'exec' };

describe('a command to paste', () => {
  it.each([
    ['See it: mkt orders show o-1', 'See it: npx mkt orders show o-1'],
    ['mkt login --base-url x', 'npx mkt login --base-url x'],
    ['`mkt secrets pull a`, then mkt publish', '`npx mkt secrets pull a`, then npx mkt publish'],
    ['npx mkt validate', 'npx mkt validate'],
    ['Compare the secrets: mkt doctor', 'Compare the secrets: npx mkt doctor'],
    ['--yes is required: mkt does not prompt', '--yes is required: mkt does not prompt'],
    ['create-mkt run', 'create-mkt run'],
  ])('starts with npx if mkt was started by it: %s', (text, typed) => {
    expect(asTyped(text, NPX)).toBe(typed);
    expect(asTyped(text, { npm_command: 'run-script' })).toBe(text);
  });

  it.each([...new Set(COMMANDS.map(({ name }) => name.split(' ', 1)[0]))])(
    'starts with npx in mkt %s',
    (name) => {
      expect(asTyped(`mkt ${name}`, NPX)).toBe(`npx mkt ${name}`);
    },
  );

  it('is printed like that after an error', async () => {
    const { stderr } = await runMkt(['orders', 'list'], {
      env: { ...NPX, MKT_BASE_URL: 'http://market.invalid' },
    });
    expect(stderr).toContain('npx mkt marketplace serve --dev');
  });
});
