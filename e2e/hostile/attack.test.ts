// Security, "Figures": endless chunks cost a bounded amount of memory, and one account that does its
// worst costs others little. `npm run torture -- attack` is the long version.
import { expect, it } from 'vitest';
import { attack } from '../torture/attack.ts';

it('a server attacked by strangers stays small, and serves the others', async () => {
  const options = { seed: 7, processes: 1, requests: 20, cycles: 1, minutes: 0.05 };
  const { findings, line } = await attack(options, () => undefined);
  // How long others wait says something on a machine of its own alone: the long version judges it.
  expect(
    findings.filter((finding) => !finding.startsWith('slow ')),
    line,
  ).toEqual([]);
}, 120_000);
