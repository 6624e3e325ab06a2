// Runs the behaviours on Node, Bun or Deno. The last line that it prints is the report.
import process from 'node:process';
import { runBehaviours } from './behaviours.ts';
import type { World } from './world.ts';

const world = JSON.parse(process.env['WORLD'] ?? '') as World;
console.log(JSON.stringify(await runBehaviours(world)));
process.exit();
