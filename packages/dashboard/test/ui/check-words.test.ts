import { expect, it } from 'vitest';
import { checkInWords, labelOfCheck, withLabels } from '../../src/ui/check-words.ts';

it.each([
  ['Check the path in endpointPath.', 'Check the path in “Endpoint”.'],
  ['no healthEndpoint is given', 'no “Health endpoint” is given'],
  [
    'requestExampleJson and responseExampleJson: valid JSON',
    '“Request example” and “Response example”: valid JSON',
  ],
  ['GET /endpointPath returned 404', 'GET /endpointPath returned 404'],
])('fields are called as in the form: %s', (text, expected) => {
  expect(withLabels(text)).toBe(expected);
});

it('a field that is missing is a sentence', () => {
  expect(checkInWords({ message: 'no healthEndpoint is given' }).message).toBe(
    'No “Health endpoint” is given.',
  );
});

const mismatch = (...details: { path: string; message: string }[]) =>
  checkInWords({
    message: `requestExampleJson does not match inputSchema: ${details[0]?.path} ${details[0]?.message}`,
    fix: 'Change requestExampleJson or inputSchema so that they match.',
    details,
  });
const SAYS = 'The request example does not match the input schema:';

it.each([
  ['/text', 'must be string', 'text must be a string.'],
  ['/lines/0', 'must be integer or null', 'lines.0 must be an integer or null.'],
  ['', 'must be object', 'it must be an object.'],
])('a wrong example is told once: %s %s', (path, message, expected) => {
  expect(mismatch({ path, message })).toEqual({
    message: `${SAYS} ${expected}`,
    fix: undefined,
    details: [],
  });
});

it('several problems of an example are a list', () => {
  const found = mismatch(
    { path: '/a', message: 'must be string' },
    { path: '/b', message: 'is required' },
  );
  expect(found).toEqual({
    message: SAYS,
    fix: undefined,
    details: [
      { path: '/a', message: 'must be a string' },
      { path: '/b', message: 'is required' },
    ],
  });
});

it.each([
  ['reachability', 'HEAD http://a.example/run returned 500; expected 200', undefined, 'Endpoint'],
  ['health-given', 'no healthEndpoint is given', undefined, 'Health endpoint'],
  ['description-given', 'no description is given', undefined, 'Description'],
  ['schemas', 'it is refused', '/runContract/outputSchema/type', 'Output schema'],
  ['examples', 'requestExampleJson does not match inputSchema', '/text', 'Request example'],
  ['content', 'the title names a brand', '/title', 'Title'],
  ['content', 'the word constructor', '/constructor', undefined],
])('a failed check leads to the field that it is about: %s, %s', (name, message, path, label) => {
  const details = path === undefined ? [] : [{ path, message }];
  expect(labelOfCheck({ name, message, details })).toBe(label);
});
