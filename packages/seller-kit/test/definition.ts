import { DefinitionError, defineService } from '@mkt/seller-kit';
import { recordingLogger, SECRET } from './sample-service.ts';

const valid = () => ({
  name: 'Text length',
  description: 'How long a text is.',
  price: { amountCents: 2 },
  signingSecret: SECRET as unknown,
  logger: recordingLogger(),
  run: () => null,
});

/** Defines a valid service with these changes; without types, as a caller in JavaScript does. */
export const define = (changes: Record<string, unknown>) =>
  defineService({ ...valid(), ...changes } as unknown as Parameters<typeof defineService>[0]);

/** The problems for which a definition with these changes is refused; empty if it is accepted. */
export function problemsOf(changes: Record<string, unknown>): readonly string[] {
  try {
    define(changes);
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
  return [];
}
