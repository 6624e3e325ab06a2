// SECURITY.md, "Threat model": endless chunks cost a bounded amount of memory, and an account that
// uses up all its limits hardly delays others. `npm run torture -- attack` is the long version.
import { expect, it } from 'vitest';
import { attack } from '../torture/attack.ts';

it('a server under attack keeps its memory bounded and serves other clients', async () => {
  const options = { seed: 7, processes: 1, requests: 20, cycles: 1, minutes: 0.05 };
  const { findings, line } = await attack(options, () => undefined);
  // Latencies mean something only on an otherwise idle machine, so only the long version checks them.
  expect(
    findings.filter((finding) => !finding.startsWith('slow ')),
    line,
  ).toEqual([]);
}, 120_000);
