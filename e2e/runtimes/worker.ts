// Runs the behaviours on workerd, for each request.
import { runBehaviours } from './behaviours.ts';
import type { World } from './world.ts';

export default {
  fetch: async (_: Request, { WORLD }: { WORLD: string }) =>
    Response.json(await runBehaviours(JSON.parse(WORLD) as World)),
};
