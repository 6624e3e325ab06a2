import type { ListingContent } from '@mkt/protocol';
import { formatApiKey } from '@mkt/protocol';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { describe, expect, it } from 'vitest';
import { createContentReview, createProfileReview } from '../src/index.ts';
import { bestCpuMs } from '../../../test-bed/processor-time.ts';
import { findIllegalOffer, findIllegalTitle } from '../src/content/illegal-offers.ts';
import { ILLEGAL_OFFERS, ILLEGAL_TITLES, ORDINARY_OFFERS } from './offers.ts';
import { ORDINARY_TEXTS } from './ordinary-texts.ts';

const content = (overrides: Partial<ListingContent> = {}): ListingContent => ({
  title: 'Text insights',
  description: 'Counts, readability and keywords of a text.',
  category: 'data',
  tags: ['text'],
  price: { amountMicros: 20_000, currency: 'USD', unit: 'call' },
  runContract: { method: 'POST', endpointPath: 'https://api.example.com/run' },
  ...overrides,
});
const reviewContent = createContentReview();
const described = (description: string) => reviewContent(content({ description }));
const examples = (text: string) =>
  reviewContent(
    content({
      runContract: {
        method: 'POST',
        endpointPath: 'https://a.example/run',
        requestExampleJson: text,
      },
    }),
  );
const rules = (check: ReturnType<typeof reviewContent>) =>
  (check.details ?? []).map(({ path, keyword }) => `${path} ${keyword}`);

describe('the content check', () => {
  it.each([
    'Scunthorpe weather',
    'Assassin’s Creed statistics',
    'Analytics for canals',
    'class List<Shitake>',
    'Cockpit and cocktail recipes',
    'Web scraper for skyscrapers',
    'Advertisement basement',
    'Essex, Sussex, Middlesex',
    'Charles Dickens quotes',
    'ABO blood groups',
    'NSFW detector: porn, hentai, sexy',
    'Summa cum laude titles',
    'Fukushima radiation',
    'Niger and Nigeria maps',
    'Montenegro',
    'Therapist finder',
    'Tit for tat simulation',
    'waits (until done)',
    'count(until) >= 3',
    'Flame retardant index',
    'Prévision de retard des trains',
    'Kike Salas',
    'Penistone station',
    'Wetter für Fucking, Österreich',
    'Webcams in Fucking (Tarsdorf)',
    'Twatt, Orkney: tides',
    'Cockermouth and Clitheroe buses',
    'Ferienhäuser in Cunter / Graubünden',
    'Weather in Fucking',
    'Webcams in Twatt: live',
    'Baños de Cuntis, Galicia',
    'pass | grass | class',
    'Moby Dick',
    'Snigger',
    'Push it to the limit',
    'Bass hole-in-one',
    'Arsenal results',
    'Hello, shell!',
    'Titanium',
    'Constitution',
    'Hancock',
    'Peacock',
    'Raccoon',
    'Spicy food',
  ])('accepts %s', (title) => {
    expect(reviewContent(content({ title }))).toMatchObject({
      outcome: 'passed',
      name: 'content',
      level: 'required',
    });
  });

  it.each([
    'Fuck off',
    'the fucking best',
    'Fucking Austria',
    'Made in Austria, fucking good',
    'Weather in fucking Austria',
    'in Fucking good shape',
    'Shove it in Cunt',
    'sh1t happens',
    'bullshit detector',
    'A$$hole meter',
    'n1gger',
    'F@ggot',
    'what a cunt',
    'son of a b1tch',
    'ƒuck',
    'fuuuuck',
  ])('refuses %s', (title) => {
    expect(rules(reviewContent(content({ title })))).toEqual(['/title profanity']);
    expect(rules(described(`Good. ${title}.`))).toEqual(['/description profanity']);
    expect(rules(reviewContent(content({ tags: ['text', title.toLowerCase()] })))).toEqual([
      '/tags/1 profanity',
    ]);
  });

  it('names the field, the rule and the place, never the text', () => {
    const check = reviewContent(content({ title: 'Good shit here' }));
    expect(check.message).toBe(
      'the title has a word that listings may not contain (rule "profanity"), near character 6',
    );
    expect(check.details).toEqual([
      {
        path: '/title',
        message: 'has a word that listings may not contain, near character 6',
        keyword: 'profanity',
      },
    ]);
    expect(JSON.stringify(check)).not.toContain('shit');
    expect(check.fix).toMatch(/operator/);
  });

  it('counts the other findings', () => {
    const check = reviewContent(content({ title: 'Shit', tags: ['www.shit.example'] }));
    expect(check.message).toContain('; and 2 more problems');
    expect(rules(check)).toEqual(['/title profanity', '/tags/0 profanity', '/tags/0 link']);
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT src=//evil.example></SCRIPT>',
    '<iframe src="https://evil.example">',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[click](javascript:alert(1))',
    '<object data="x">',
  ])('refuses markup that runs: %s', (markup) => {
    expect(rules(described(`Before ${markup} after`))).toEqual(['/description markup']);
  });

  it.each([
    'Removes <script> tags and on* handlers from HTML.',
    'Turns <svg> into PNG.',
    'Returns List<Image> or Map<string, T>.',
    'a < b and c > d',
    'Works with <iframe> and <object>.',
    'JavaScript: yes. See https://docs.example.com',
    '<b>bold</b>',
    'if (x<y) online=true',
  ])('accepts text about markup: %s', (description) => {
    expect(described(description).outcome).toBe('passed');
  });

  it.each([
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----'],
    ['a private key', '-----BEGIN PRIVATE KEY-----'],
    ['an API key of a marketplace', formatApiKey(new Uint8Array(32).map((_, i) => i * 7))],
    ['a signing secret', formatSigningSecret(new Uint8Array(32).fill(9))],
    ['an access key', ['AKIA', 'Q3EGZTR5RSMTQ7PW'].join('')],
    ['a token', `ghp_${'a1B2c3D4e5F6'.repeat(3)}`],
    ['a token', ['xoxb', '2847592847', '2847592847592', 'q8Zr2LmT5vXc9NbK4wPd7HsY'].join('-')],
    ['a key', `sk_live_${'q7Z'.repeat(8)}`],
  ])('refuses %s, in examples too', (_, secret) => {
    expect(rules(described(`Use ${secret}`))).toEqual(['/description secret']);
    expect(rules(examples(JSON.stringify({ key: secret })))).toEqual([
      '/runContract/requestExampleJson secret',
    ]);
    expect(JSON.stringify(described(secret))).not.toContain(secret);
  });

  it.each([
    'AKIAIOSFODNN7EXAMPLE',
    'sk_live_xxxxxxxxxxxxxxxxxxxxxxxx',
    'ghp_000000000000000000000000000000000000',
    `mkt_${'a'.repeat(49)}`,
    'whsec_short',
    '-----BEGIN PUBLIC KEY-----',
  ])('accepts the placeholder %s', (text) => {
    expect(described(text).outcome).toBe('passed');
  });

  it('refuses links in the title and tags, and accepts them in the description', () => {
    expect(rules(reviewContent(content({ title: 'Cheap! https://spam.example' })))).toEqual([
      '/title link',
    ]);
    expect(described('See https://docs.example.com').outcome).toBe('passed');
    expect(reviewContent(content({ title: 'Next.js and example.com tools' })).outcome).toBe(
      'passed',
    );
  });

  it('refuses such words in examples, in names and in values', () => {
    expect(rules(examples('{"text":"what the fuck"}'))).toEqual([
      '/runContract/requestExampleJson profanity',
    ]);
    expect(rules(examples('{"text":"you faggot"}'))).toEqual([
      '/runContract/requestExampleJson profanity',
    ]);
    expect(rules(examples('{"faggot":1}'))).toEqual(['/runContract/requestExampleJson profanity']);
  });

  it('ignores words in long data, and accepts examples that are not JSON', () => {
    const data = Buffer.from('faggot'.repeat(100)).toString('latin1');
    expect(examples(JSON.stringify({ image: data })).outcome).toBe('passed');
    expect(examples('{').outcome).toBe('passed');
  });

  it('takes milliseconds for the longest text', () => {
    for (const part of [
      '<a ',
      '<script',
      ' on',
      'fuc',
      '-----BEGIN ',
      '[](',
      'a',
      'ſ',
      '<a href=',
    ]) {
      const longest = content({
        description: part.repeat(5000 / part.length),
        runContract: {
          method: 'POST',
          endpointPath: 'https://a.example/run',
          requestExampleJson: JSON.stringify(part.repeat(64_000 / part.length)),
        },
      });
      expect(bestCpuMs(3, () => reviewContent(longest))).toBeLessThan(200);
    }
  });
});

describe('an offer of something illegal everywhere', () => {
  const missed = (text: string) => findIllegalOffer(text) === undefined;

  it('is found in several languages, in a title or a sentence', () => {
    expect(ILLEGAL_OFFERS.filter(missed)).toEqual([]);
    expect(ILLEGAL_OFFERS.map((text) => `Ask us. ${text}. Fast.`).filter(missed)).toEqual([]);
    expect(ILLEGAL_OFFERS.map((text) => text.toUpperCase()).filter(missed)).toEqual([]);
  });

  it('is a title that only names the goods, which in a sentence may be a subject', () => {
    const isFound = (text: string) => findIllegalTitle(text) !== undefined;
    expect([...ILLEGAL_TITLES, ...ILLEGAL_OFFERS].filter((text) => !isFound(text))).toEqual([]);
    expect(ILLEGAL_TITLES.filter((text) => !missed(text))).toEqual([]);
    const check = reviewContent(content({ title: 'Stolen credit cards', tags: ['stolen cards'] }));
    expect(rules(check)).toEqual(['/title illegal_offer']);
  });

  it.each([
    'Buy st0len cr3dit cards',
    'Buy  stolen   credit-cards',
    'buy_stolen_credit_cards',
    'Buy.stolen.credit.cards',
    'Buy s t o l e n cards',
    'B u y  s t o l e n  cards',
    'Buy stoooolen cards',
    'Buy st\u200bolen credit cards',
    'Buy \u0455t\u043elen credit cards',
    'Buy stolen credit cards, verified by our checker',
    'Buy stolen credit cards with daily statistics',
    'Buy stolen credit cards (never detected)',
    'We protect your privacy: stolen credit cards for sale',
    'Secure shop, track your order: buy stolen credit cards',
  ])('is found although it is disguised: %s', (text) => {
    expect(missed(text)).toBe(false);
  });

  it('is not seen in services against it, nor in ordinary ones', () => {
    const found = (text: string) => findIllegalTitle(text) !== undefined;
    const texts = [...ORDINARY_OFFERS, ...ORDINARY_TEXTS];
    expect(texts.filter(found)).toEqual([]);
    expect(texts.map((text) => text.toUpperCase()).filter(found)).toEqual([]);
  });

  it('is named with its field and rule, wherever a seller describes the service', () => {
    const title = 'Forged passports for sale';
    const check = reviewContent(content({ title, tags: ['papers', 'hitman for hire'] }));
    expect(rules(check)).toEqual(['/title illegal_offer', '/tags/1 illegal_offer']);
    expect(check.message).toContain(
      'the title seems to offer something illegal (rule "illegal_offer")',
    );
    expect(rules(described('We check documents. Forged passports for sale!'))).toEqual([
      '/description illegal_offer',
    ]);
  });

  it('is found deep in a very long sentence', () => {
    const long = 'and more '.repeat(700);
    expect(missed(`${long}buy stolen credit cards ${long}`)).toBe(false);
    expect(missed(`${long}a detector of stolen credit cards ${long}`)).toBe(true);
  });

  it('may be an example of what a service reads', () => {
    expect(examples('{"text":"Forged passports for sale"}').outcome).toBe('passed');
  });

  it('is looked for in linear time', () => {
    const parts = [
      'buy stolen a b ',
      'without ',
      'hack any x ',
      'child a ',
      'malware ',
      '.',
      'cvv a ',
    ];
    const texts = parts.map((part) => part.repeat(60_000 / part.length));
    for (const text of texts) expect(bestCpuMs(3, () => findIllegalOffer(text))).toBeLessThan(150);
  });
});

describe('the content check of a profile', () => {
  const reviewProfile = createProfileReview(['acme rivals']);
  const profile = {
    name: 'Fjord Weather',
    website: 'https://weather.example.com',
    contact: 'https://weather.example.com/help',
    termsUrl: null,
    documentationUrl: null,
  };

  it('passes a profile whose links are where links belong', () => {
    expect(reviewProfile(profile)).toMatchObject({
      outcome: 'passed',
      message: 'the profile is fit to publish',
    });
  });

  it('fails for a link in the name, and for a word in any field', () => {
    expect(rules(reviewProfile({ ...profile, name: 'www.spam.example' }))).toEqual(['/name link']);
    expect(rules(reviewProfile({ ...profile, name: 'Acme Rivals' }))).toEqual([
      '/name blocked_word',
    ]);
    expect(
      rules(reviewProfile({ ...profile, contact: 'https://weather.example.com/shit' })),
    ).toEqual(['/contact profanity']);
  });
});
