import process from 'node:process';
import { compileTypes, type CompiledTypes, type TypedContract } from './compile-types.ts';

/** What this process sends back. */
export type TypesReply = CompiledTypes | { ok: false; problem: string };

/** Generates the types of one message and ends: `generate-types.ts` ends it if it takes too long. */
process.once('message', (contracts: TypedContract[]) => {
  void compileTypes(contracts)
    .catch((error: unknown): TypesReply => ({ ok: false, problem: String(error) }))
    .then((reply) => process.send?.(reply, () => process.disconnect()));
});
