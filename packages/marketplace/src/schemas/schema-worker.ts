import { parentPort } from 'node:worker_threads';
import { compileSchema } from '@mkt/conformance/schema';
import type { CompiledSchema } from '@mkt/conformance/schema';
import { createLru } from './lru.ts';
import type { SchemaReply, SchemaTask } from './schema-task.ts';

const MAX_VALIDATORS = 500;

type Validator = Extract<CompiledSchema, { ok: true }>['validate'];

const validators = createLru<Validator>(MAX_VALIDATORS);

const reply = (message: SchemaReply) => parentPort?.postMessage(message);

/** The validator of a hash, compiled if its text was sent along. */
function validatorOf(schemaHash: string, schemaJson: string): Validator | undefined {
  const compiled = compileSchema(JSON.parse(schemaJson));
  if (!compiled.ok) return undefined;
  validators.set(schemaHash, compiled.validate);
  return compiled.validate;
}

function answer(task: SchemaTask): SchemaReply {
  reply({ kind: 'begun' });
  if (task.kind === 'inspect') {
    const compiled = compileSchema(JSON.parse(task.schemaJson), task.path);
    return { kind: 'details', details: compiled.ok ? [] : compiled.details };
  }
  const { schemaHash, schemaJson, json } = task;
  let validator = validators.get(schemaHash);
  if (schemaJson !== undefined) {
    validator ??= validatorOf(schemaHash, schemaJson);
    if (!validator) return { kind: 'refused' };
    reply({ kind: 'begun' });
  }
  if (!validator) return { kind: 'unknown-schema' };
  return { kind: 'details', details: validator(JSON.parse(json)) };
}

// The thread exists to be killed: it holds nothing but compiled schemas.
parentPort?.on('message', (task: SchemaTask) => reply(answer(task)));
reply({ kind: 'ready' });
