/** Why a text is not JSON, as the browser puts it; `undefined` if it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'not JSON';
  }
}
