import words from 'virtual:guide-words';
import guides from 'virtual:guides';
import { guideSearch } from './search.ts';

/** Finds guides of this marketplace. */
export const searchGuides = guideSearch(guides, words);
