import type { Profile } from '@mkt/protocol';
import { LINE, WORDS, type Field } from './content-fields.ts';

/** What a seller writes in its profile. */
export type ProfileTexts = Omit<Profile, 'sellerId'>;

const LABELS: Readonly<Record<Exclude<keyof ProfileTexts, 'name'>, string>> = {
  website: 'website',
  contact: 'contact',
  termsUrl: 'terms URL',
  documentationUrl: 'documentation URL',
};

/** The words of an address, apart, so that single letters do not form one. */
const separateWords = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' \u2014 ');

/** Every text of a profile; a link is allowed anywhere but in the name. */
export function profileFields(profile: ProfileTexts): Field[] {
  const links = Object.entries(LABELS) as [keyof typeof LABELS, string][];
  return [
    { label: 'name', path: '/name', text: profile.name, rules: LINE },
    ...links.flatMap(([name, label]): Field[] => {
      const text = profile[name] ?? '';
      const path = `/${name}`;
      return [
        { label, path, text: separateWords(text), rules: WORDS, isExtract: true },
        { label, path, text, rules: ['markup', 'secret'] },
      ];
    }),
  ];
}
