import type { ErrorType } from '@mkt/protocol';
import { expect } from 'vitest';
import type { ApiResponse } from '../../test-bed/api.ts';

/** Expects a response to be this error. Returns its body. */
export function expectError(response: ApiResponse, status: number, type: ErrorType): any {
  expect(
    { status: response.status, type: response.body?.type },
    response.text.slice(0, 800),
  ).toEqual({
    status,
    type,
  });
  return response.body;
}

/** The paths that the error's details name. */
export const pathsOf = (error: any): string[] =>
  ((error.details ?? []) as { path: string }[]).map(({ path }) => path);
