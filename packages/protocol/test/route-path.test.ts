import { describe, expect, it } from 'vitest';
import { pathParameterNames, pathPattern, type PathParameters } from '../src/route.ts';

const PROBE = '/v1/providers/{id}/health/{probeId}';
const PARAMETERS: PathParameters<typeof PROBE> = { id: 'a', probeId: 'b' };

describe('a path with several parameters', () => {
  it('names its parameters in their order', () => {
    expect(pathParameterNames(PROBE)).toEqual(['id', 'probeId']);
    expect(pathParameterNames('/v1/orders')).toEqual([]);
  });

  it('matches one segment for each, in any case, with or without a trailing slash', () => {
    const pattern = pathPattern(PROBE);
    expect(pattern.exec('/v1/Providers/a/health/b/')?.groups).toEqual(PARAMETERS);
    for (const other of [
      '/v1/providers/a/health',
      '/v1/providers/a/health/b/c',
      '/v1/providers//health/b',
    ])
      expect(pattern.test(other)).toBe(false);
    expect(pathPattern('/v1/openapi.json').test('/v1/openapiXjson')).toBe(false);
  });
});
