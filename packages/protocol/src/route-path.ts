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
