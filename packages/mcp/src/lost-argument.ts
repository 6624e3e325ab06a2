import { isObject } from '@mkt/protocol';

/** The SDK reads the arguments of a call without this one. */
const LOST = '__proto__';

/**
 * Whether a message is a call whose tool would not see every argument, so that an input other than
 * the agent's would be bought. Within an argument, such a member is kept.
 */
export function losesArgument(message: unknown): boolean {
  const params = isObject(message) ? message['params'] : undefined;
  const args = isObject(params) ? params['arguments'] : undefined;
  return isObject(args) && Object.hasOwn(args, LOST);
}

/** What is wrong with such a message, and what to do instead. */
export const LOST_ARGUMENT = `has an argument ${LOST}; pass the input to run_listing as its argument input`;
