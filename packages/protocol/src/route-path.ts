/** The names in braces: `'id' | 'probeId'` for `/v1/providers/{id}/health/{probeId}`. */
export type PathParameter<Path extends string> =
  Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParameter<Rest> : never;

/** A value for each parameter of a path. */
export type PathParameters<Path extends string> = Readonly<Record<PathParameter<Path>, string>>;

const PARAMETER = /\{(\w+)\}/g;

/** The names of a path's parameters, in their order. */
export const pathParameterNames = (path: string): string[] =>
  [...path.matchAll(PARAMETER)].map(([, name = '']) => name);

/**
 * Matches the paths of a route. A parameter is one segment and a named group; case does not matter,
 * and a slash may end the path.
 */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(PARAMETER, '(?<$1>[^/]+)')}/?$`, 'i');

/** A route’s path with its parameters filled in; `undefined` when a value is missing or no segment. */
export function fillPath(
  path: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let isComplete = true;
  const filled = path.replaceAll(PARAMETER, (_, name: string) => {
    const value = values[name];
    // Such a segment would make the path of another operation: a list, or a change of something else.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value) || !value.isWellFormed()) {
      isComplete = false;
      return '';
    }
    return encodeURIComponent(value);
  });
  return isComplete ? filled : undefined;
}
