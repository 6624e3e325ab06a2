// docs/buy/catalogue.md#search: which words replace a misspelled one.
import { describe, expect, it } from 'vitest';
import { nearestWords, type Candidate } from '../../src/catalogue/spelling.ts';

const used = (word: string, accounts: number, accountId = word): Candidate => ({
  word,
  accounts,
  accountId,
});

describe('a misspelled word', () => {
  it('is replaced by the word that most accounts use, even if a rare one is as close', () => {
    const candidates = [used('bather', 1), used('father', 9), used('gather', 2)];
    expect(nearestWords('ather', candidates)[0]).toBe('father');
  });

  it('is replaced by a common word before a closer one, and by no rare one that is less close', () => {
    const candidates = [used('translate', 40), used('trnslates', 2), used('trnslatexy', 2)];
    expect(nearestWords('trnslate', candidates)).toEqual(['translate', 'trnslates']);
    const far = [used('translated', 40), used('trnslatex', 3), used('transmute', 3)];
    expect(nearestWords('trnslate', far)).toEqual(['translated', 'trnslatex']);
  });

  it('is replaced by few words that only one account uses, which leaves room for those of others', () => {
    const flood = Array.from('abcdefghijklmnopqrstuvw', (letter) =>
      used(`${letter}ebra`, 1, 'stranger'),
    );
    const words = nearestWords('ebra', [...flood, used('zebra', 1, 'honest')]);
    expect(words).toEqual(['aebra', 'bebra', 'cebra', 'debra', 'zebra']);
  });

  it('is not replaced by itself', () => {
    expect(nearestWords('invoce', [used('invoce', 3), used('invoice', 1)])).toEqual(['invoice']);
  });
});
