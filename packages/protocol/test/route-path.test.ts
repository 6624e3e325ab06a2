import { describe, expect, it } from 'vitest';
import { fillPath, pathParameterNames, pathPattern, type PathParameters } from '../src/index.ts';

const PROBE = '/v1/providers/{id}/health/{probeId}';
type ProbeParameters = PathParameters<typeof PROBE>;

describe('a path with several parameters', () => {
  it('is filled in', () => {
    const values: ProbeParameters = { id: 'a b', probeId: 'ü/1' };
    expect(fillPath(PROBE, values)).toBe('/v1/providers/a%20b/health/%C3%BC%2F1');
  });

  it.each([
    {},
    { id: 'a' },
    { id: 'a', probeId: '' },
    { id: '..', probeId: 'b' },
    { id: 'a', probeId: '.' },
  ])('is not filled in with %o', (values) => expect(fillPath(PROBE, values)).toBeUndefined());

  it('names its parameters in their order', () => {
    expect(pathParameterNames(PROBE)).toEqual(['id', 'probeId']);
    expect(pathParameterNames('/v1/orders')).toEqual([]);
  });

  it('matches one segment for each, in any case, with a slash at the end or without', () => {
    const pattern = pathPattern(PROBE);
    expect(pattern.exec('/v1/Providers/a/health/b/')?.groups).toEqual({ id: 'a', probeId: 'b' });
    for (const other of [
      '/v1/providers/a/health',
      '/v1/providers/a/health/b/c',
      '/v1/providers//health/b',
    ])
      expect(pattern.test(other)).toBe(false);
    expect(pathPattern('/v1/openapi.json').test('/v1/openapiXjson')).toBe(false);
  });
});
