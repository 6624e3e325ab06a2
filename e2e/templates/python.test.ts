import { describe } from 'vitest';
import { describeTemplate } from './describe-template.ts';
import { hasPython } from './has-python.ts';

describe.skipIf(!hasPython())('in Python', () => {
  describeTemplate('python', {
    start: ['python3', 'main.py'],
    test: ['python3', '-m', 'unittest'],
    input: { text: 'One two three.' },
    result: { words: 3, characters: 14 },
  });
});
