import { expect, it } from 'vitest';
import { importFrom, startProgram } from '../child-program.ts';

/** What a command that was mistyped prints, without the line that says what is wrong. */
async function adviceOn(...argv: string[]): Promise<string> {
  const program = startProgram(`
    const { main } = await import(${importFrom('main.ts')});
    process.exitCode = await main(${JSON.stringify(argv)});
  `);
  expect(await program.ended).toBe(2);
  return program.errors().trim().split('\n').slice(1).join('\n');
}

it('a mistyped command or option ends with what was meant, and where the others are', async () => {
  expect(await adviceOn('serv')).toBe(
    '(Did you mean serve?)\nTo see what there is: mkt-marketplace --help',
  );
  expect(await adviceOn('serve', '--prot', '1')).toBe(
    '(Did you mean --port?)\nTo see what there is: mkt-marketplace serve --help',
  );
  expect(await adviceOn('orders', 'list', '--state', 'open')).toBe(
    'To see what there is: mkt-marketplace orders list --help',
  );
});
